'use client';
import { useMutation } from '@tanstack/react-query';
import { FolderGit2, Play } from 'lucide-react';
import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import { useTRPC } from '@/frontend/api/trpc';
import { AppLink } from '@/frontend/shell/AppLink';
import { paths } from '@/frontend/shell/paths';
import { Button, ButtonLink } from '@/frontend/ui/Button';
import { FormError } from '@/frontend/widgets/FormError';
import { useOnce } from '@/frontend/widgets/useOnce';
import { ProviderHealth } from './ProviderHealth';

/** What a newcomer sees: the one idea, and two ways to begin. */
export function FirstRun() {
  const trpc = useTRPC();
  const router = useRouter();
  const sample = useMutation(
    trpc.sample.start.mutationOptions({
      onSuccess: ({ project, epic }) => router.push(paths.epic(project.slug, epic.id)),
    }),
  );
  const once = useOnce();
  const start = () => once(() => sample.mutateAsync({}));
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-8 px-4 py-12 max-md:py-6">
      <div>
        <p className="text-xl font-semibold">Write an epic. Get one reviewed pull request.</p>
        <p className="mt-1 text-muted">
          A supervisor breaks the epic down, workers build the parts side by side, each in its own worktree,
          and their work is tested and merged in order. You watch, answer questions and review the result.
          Everything runs on this machine, and your own checkout is not touched until you merge.
        </p>
      </div>
      <div className="grid gap-3 md:grid-cols-2">
        <Way
          icon={<FolderGit2 />}
          title="Add a repository"
          words="A git repository on this machine with at least one commit."
          action={
            <ButtonLink variant="primary">
              <AppLink href={paths.newProject()}>Add a repository</AppLink>
            </ButtonLink>
          }
        />
        <Way
          icon={<Play />}
          title="Try it with practice agents"
          words="A sample repository and scripted agents. No account, no key, about a minute from epic to pull request."
          action={
            <Button busy={sample.isPending} onClick={start}>
              Start the tour
            </Button>
          }
        />
      </div>
      <FormError error={sample.error} />
      <ProviderHealth />
    </div>
  );
}

function Way({
  icon,
  title,
  words,
  action,
}: {
  icon: ReactNode;
  title: string;
  words: string;
  action: ReactNode;
}) {
  return (
    <section className="flex flex-col gap-2 rounded-lg border border-line bg-surface p-4">
      <div className="flex items-center gap-2 [&_svg]:size-4 [&_svg]:text-muted">
        {icon}
        <h2 className="font-medium">{title}</h2>
      </div>
      <p className="flex-1 text-sm text-muted">{words}</p>
      <div>{action}</div>
    </section>
  );
}
