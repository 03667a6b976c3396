import { NewEpicPage } from '@/frontend/epics/NewEpicPage';

export default async function Page({ params }: { params: Promise<{ slug: string }> }) {
  const { slug } = await params;
  return <NewEpicPage slug={slug} />;
}
