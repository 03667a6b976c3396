import { AgentPage } from '@/frontend/agents/AgentPage';

export default async function Page({ params }: { params: Promise<{ slug: string; id: string }> }) {
  const { slug, id } = await params;
  return <AgentPage slug={slug} id={id} />;
}
