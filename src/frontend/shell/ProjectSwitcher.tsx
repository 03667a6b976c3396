'use client';
import { ChevronsUpDown, FolderGit2, Plus, Settings } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { cx } from '@/frontend/ui/cx';
import { Menu } from '@/frontend/ui/Menu';
import { paths } from './paths';
import { useShell } from './ShellContext';

export function ProjectSwitcher({ words }: { words: string }) {
  const { projects, project, known } = useShell();
  const router = useRouter();
  const name = project?.name ?? (known ? 'No project yet' : 'Factory Factory');
  return (
    <Menu
      width="w-60"
      groups={[
        {
          label: 'Projects',
          items: projects.map((each) => ({
            label: each.name,
            icon: <FolderGit2 />,
            checked: each.id === project?.id,
            run: () => router.push(paths.board(each.slug)),
          })),
        },
        {
          items: [
            { label: 'Add a repository', icon: <Plus />, run: () => router.push(paths.newProject()) },
            ...(project === undefined
              ? []
              : [
                  {
                    label: `Settings of ${project.name}`,
                    icon: <Settings />,
                    run: () => router.push(paths.projectSettings(project.slug)),
                  },
                ]),
          ],
        },
      ].filter((group) => group.items.length > 0)}
      trigger={
        <button
          type="button"
          className="mb-2 flex h-8 shrink-0 items-center gap-2 rounded-md px-1.5 text-left transition-colors hover:bg-hover data-[state=open]:bg-hover pointer-coarse:h-11"
        >
          {/* biome-ignore lint/performance/noImgElement: a 300-byte SVG needs no optimiser */}
          <img src="/icon.svg" alt="" className="size-5 shrink-0" />
          <span className={cx('min-w-0 flex-1 truncate text-sm font-semibold', words)}>
            <span className="sr-only">Project: </span>
            {name}
          </span>
          <ChevronsUpDown aria-hidden className={cx('size-3.5 shrink-0 text-muted', words)} />
        </button>
      }
    />
  );
}
