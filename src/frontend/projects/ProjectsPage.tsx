'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Archive, ArchiveRestore, Ellipsis, Settings } from 'lucide-react';
import { useRouter } from 'next/navigation';
import type { Project } from '@/frontend/api/outputs';
import { useTRPC } from '@/frontend/api/trpc';
import { useListCursor } from '@/frontend/keyboard/useListCursor';
import { AppLink } from '@/frontend/shell/AppLink';
import { Page } from '@/frontend/shell/Page';
import { paths } from '@/frontend/shell/paths';
import { ButtonLink } from '@/frontend/ui/Button';
import { DataList, Row } from '@/frontend/ui/DataList';
import { EmptyState } from '@/frontend/ui/EmptyState';
import { IconButton } from '@/frontend/ui/IconButton';
import { Menu } from '@/frontend/ui/Menu';
import { RelativeTime } from '@/frontend/ui/RelativeTime';
import { SkeletonRows } from '@/frontend/ui/Skeleton';
import { QueryView } from '@/frontend/widgets/QueryView';
import { toastFailure } from '@/frontend/widgets/toastFailure';

export function ProjectsPage() {
  const trpc = useTRPC();
  const projects = useQuery(trpc.project.list.queryOptions({ archived: true }));
  return (
    <Page
      title="Projects"
      actions={
        <ButtonLink>
          <AppLink href={paths.newProject()}>Add a repository</AppLink>
        </ButtonLink>
      }
    >
      <QueryView query={projects} skeleton={<SkeletonRows rows={4} />}>
        {(list) => (list.length === 0 ? <NoProjects /> : <Projects list={list} />)}
      </QueryView>
    </Page>
  );
}

function Projects({ list }: { list: readonly Project[] }) {
  const router = useRouter();
  const live = list.filter((project) => project.archivedAt === null);
  const archived = list.filter((project) => project.archivedAt !== null);
  const { cursor } = useListCursor({
    keys: [...live, ...archived].map((project) => project.id),
    onOpen: (id) => {
      const project = list.find((each) => each.id === id);
      if (project) router.push(paths.board(project.slug));
    },
  });
  const row = (project: Project) => (
    <ProjectRow key={project.id} project={project} active={project.id === cursor} />
  );
  return (
    <>
      <DataList label="Projects">{live.map(row)}</DataList>
      {archived.length === 0 ? null : (
        <DataList
          label="Archived projects"
          heading="Archived"
          aside="They keep everything and start nothing."
        >
          {archived.map(row)}
        </DataList>
      )}
    </>
  );
}

function ProjectRow({ project, active }: { project: Project; active: boolean }) {
  const trpc = useTRPC();
  const router = useRouter();
  const archive = useMutation(trpc.project.archive.mutationOptions({ onError: toastFailure }));
  const archived = project.archivedAt !== null;
  return (
    <Row
      href={paths.board(project.slug)}
      active={active}
      title={project.name}
      meta={
        <span className="font-mono">
          {project.repoPath} · {project.defaultBranch}
        </span>
      }
      trail={<RelativeTime at={project.createdAt} className="max-md:hidden" />}
      actions={
        <Menu
          align="end"
          trigger={<IconButton label={`Actions for ${project.name}`} icon={<Ellipsis />} />}
          groups={[
            {
              items: [
                {
                  label: 'Settings',
                  icon: <Settings />,
                  run: () => router.push(paths.projectSettings(project.slug)),
                },
                {
                  label: archived ? 'Restore' : 'Archive',
                  icon: archived ? <ArchiveRestore /> : <Archive />,
                  run: () => archive.mutate({ id: project.id, archived: !archived }),
                },
              ],
            },
          ]}
        />
      }
    />
  );
}

function NoProjects() {
  return (
    <EmptyState
      title="No projects yet."
      action={
        <ButtonLink variant="primary">
          <AppLink href={paths.newProject()}>Add a repository</AppLink>
        </ButtonLink>
      }
    >
      A project is a git repository on this machine that agents may work on, each in a worktree of its own.
    </EmptyState>
  );
}
