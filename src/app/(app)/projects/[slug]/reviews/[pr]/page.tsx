import { ReviewPage } from '@/frontend/reviews/ReviewPage';

export default async function Page({ params }: { params: Promise<{ slug: string; pr: string }> }) {
  const { slug, pr } = await params;
  return <ReviewPage slug={slug} number={Number(pr)} />;
}
