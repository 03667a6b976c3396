'use client';
import dynamic from 'next/dynamic';
import { Skeleton } from '@/frontend/ui/Skeleton';
import type { TerminalProps } from './TerminalView';

/** A session's terminal, live or as it ended. Fills its parent, which has to have a height. */
export const Terminal = dynamic<TerminalProps>(
  () => import('./TerminalView').then((module) => module.TerminalView),
  { ssr: false, loading: () => <Skeleton className="size-full" /> },
);
