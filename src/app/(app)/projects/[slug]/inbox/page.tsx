import { ProjectInboxPage } from '@/frontend/inbox/InboxPage';

export default async function Page({ params }: { params: Promise<{ slug: string }> }) {
  const { slug } = await params;
  return <ProjectInboxPage slug={slug} />;
}
