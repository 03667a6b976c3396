import { ThreadPage } from '@/frontend/mail/ThreadPage';

export default async function Page({ params }: { params: Promise<{ slug: string; id: string }> }) {
  const { slug, id } = await params;
  return <ThreadPage slug={slug} threadId={id} />;
}
