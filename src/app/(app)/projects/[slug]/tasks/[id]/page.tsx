import { TaskPage } from '@/frontend/tasks/TaskPage';

export default async function Page({ params }: { params: Promise<{ slug: string; id: string }> }) {
  const { slug, id } = await params;
  return <TaskPage slug={slug} id={id} />;
}
