import { DecisionsPage } from '@/frontend/decisions/DecisionsPage';

export default async function Page({ params }: { params: Promise<{ slug: string }> }) {
  const { slug } = await params;
  return <DecisionsPage slug={slug} />;
}
