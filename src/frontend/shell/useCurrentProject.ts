'use client';
import { useParams } from 'next/navigation';
import { useEffect, useSyncExternalStore } from 'react';
import type { ShellProject } from './ShellContext';

const KEY = 'ff-project';

/** The project in the address; else the one used last; else the first. */
export function useCurrentProject(projects: readonly ShellProject[]): ShellProject | undefined {
  const { slug } = useParams<{ slug?: string }>();
  const last = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(KEY),
    () => null,
  );
  useEffect(() => {
    if (slug !== undefined) localStorage.setItem(KEY, slug);
  }, [slug]);
  return (
    projects.find((project) => project.slug === slug) ??
    projects.find((project) => project.slug === last) ??
    projects[0]
  );
}

const subscribe = () => () => {};
