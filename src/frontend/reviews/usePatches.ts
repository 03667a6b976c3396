'use client';
import { useQueries } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTRPCClient } from '@/frontend/api/trpc';
import type { ReviewFile } from './foldFile';
import { type PatchLine, parsePatch } from './parsePatch';

export type Patch =
  | { status: 'pending' }
  | { status: 'failed'; error: unknown; retry: () => void }
  | { status: 'ready'; lines: PatchLine[]; truncated: boolean };

/**
 * Patches of the files that were asked for, read one by one. The head is part of the key: events refresh the page
 * but not what cannot have changed.
 */
export function usePatches(pull: { id: string; headSha: string }, files: readonly ReviewFile[]) {
  const client = useTRPCClient();
  const [asked, setAsked] = useState<ReadonlyMap<string, { whole: boolean }>>(new Map());
  const ask = useCallback((path: string, whole: boolean) => {
    setAsked((before) => {
      const known = before.get(path);
      return known !== undefined && (known.whole || !whole) ? before : new Map(before).set(path, { whole });
    });
  }, []);
  const wanted = files.filter((file) => asked.has(file.path));
  const patches = useQueries({
    queries: wanted.map((file) => {
      const whole = asked.get(file.path)?.whole ?? false;
      return {
        queryKey: ['patch', pull.id, pull.headSha, file.path, whole],
        staleTime: Number.POSITIVE_INFINITY,
        queryFn: async () => {
          const { path, oldPath } = file;
          const { patch, truncated } = await client.review.fileDiff.query({
            id: pull.id,
            path,
            oldPath,
            whole,
          });
          return { lines: parsePatch(patch), truncated };
        },
      };
    }),
    combine: (results) =>
      new Map(
        results.map((result, index): [string, Patch] => [
          wanted[index]?.path ?? '',
          result.data !== undefined
            ? { status: 'ready', ...result.data }
            : result.error !== null
              ? { status: 'failed', error: result.error, retry: () => void result.refetch() }
              : { status: 'pending' },
        ]),
      ),
  });
  return { patches, ask };
}
