import { AgentsPage } from '@/frontend/agents/AgentsPage';

export default async function Page({ params }: { params: Promise<{ slug: string }> }) {
  const { slug } = await params;
  return <AgentsPage slug={slug} />;
}
