import { BoardPage } from '@/frontend/board/BoardPage';

export default async function Page({ params }: { params: Promise<{ slug: string }> }) {
  const { slug } = await params;
  return <BoardPage slug={slug} />;
}
