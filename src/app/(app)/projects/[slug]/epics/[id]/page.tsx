import { EpicPage } from '@/frontend/epics/EpicPage';

export default async function Page({ params }: { params: Promise<{ slug: string; id: string }> }) {
  const { slug, id } = await params;
  return <EpicPage slug={slug} id={id} />;
}
