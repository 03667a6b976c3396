'use client';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useTRPC } from '@/frontend/api/trpc';
import { taskLook, type VisualState } from '@/frontend/ui/state';
import { paths } from './paths';
import type { ShellProject } from './ShellContext';

const MOST = 8;

type SearchResult = { key: string; title: string; hint: string; href: string; state: VisualState };

/** Tasks whose title holds the text, in any project. */
export function useTaskSearch(projects: readonly ShellProject[], text: string) {
  const trpc = useTRPC();
  const asked = useDeferredValue(text);
  const query = useQuery(
    trpc.task.list.queryOptions(asked.length < 2 ? skipToken : { search: asked, limit: MOST }, {
      placeholderData: keepPreviousData,
      staleTime: 5000,
    }),
  );
  const slugs = new Map(projects.map((project) => [project.id, project]));
  const results = (asked.length < 2 ? [] : (query.data ?? [])).flatMap((task): SearchResult[] => {
    const project = slugs.get(task.projectId);
    if (project === undefined) return [];
    const page = task.parentId === null ? paths.epic : paths.task;
    const look = taskLook[task.state];
    return [
      {
        key: task.id,
        title: task.title,
        hint: `${task.parentId === null ? 'epic' : 'task'} · ${look.word} · ${project.name}`,
        href: page(project.slug, task.id),
        state: look.state,
      },
    ];
  });
  return { results, busy: query.isFetching };
}
