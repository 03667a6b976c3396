import { MailPage } from '@/frontend/mail/MailPage';

export default async function Page({ params }: { params: Promise<{ slug: string }> }) {
  const { slug } = await params;
  return <MailPage slug={slug} />;
}
