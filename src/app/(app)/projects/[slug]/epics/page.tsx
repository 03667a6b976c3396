import { EpicsPage } from '@/frontend/epics/EpicsPage';

export default async function Page({ params }: { params: Promise<{ slug: string }> }) {
  const { slug } = await params;
  return <EpicsPage slug={slug} />;
}
