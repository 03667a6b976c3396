import { ProjectSettingsPage } from '@/frontend/projects/ProjectSettingsPage';

export default async function Page({ params }: { params: Promise<{ slug: string }> }) {
  const { slug } = await params;
  return <ProjectSettingsPage slug={slug} />;
}
