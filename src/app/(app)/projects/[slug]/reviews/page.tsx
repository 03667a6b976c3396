import { ReviewsPage } from '@/frontend/reviews/ReviewsPage';

export default async function Page({ params }: { params: Promise<{ slug: string }> }) {
  const { slug } = await params;
  return <ReviewsPage slug={slug} />;
}
