'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Columns2, Rows3 } from 'lucide-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { z } from 'zod';
import type { Project, PullDetail } from '@/frontend/api/outputs';
import { useTRPC } from '@/frontend/api/trpc';
import { plural } from '@/frontend/format/number';
import { useShortcuts } from '@/frontend/keyboard/useShortcuts';
import { Page } from '@/frontend/shell/Page';
import { paths } from '@/frontend/shell/paths';
import { useMediaQuery } from '@/frontend/shell/useMediaQuery';
import { EmptyState } from '@/frontend/ui/EmptyState';
import { SegmentedControl } from '@/frontend/ui/SegmentedControl';
import { toastFailure } from '@/frontend/widgets/toastFailure';
import { useDraft } from '@/frontend/widgets/useDraft';
import { useSearchState } from '@/frontend/widgets/useSearchState';
import { buildItems } from './buildItems';
import { type DiffHandle, DiffList } from './DiffList';
import { FileTree } from './FileTree';
import type { ReviewFile } from './foldFile';
import { inTreeOrder } from './inTreeOrder';
import { PullFacts } from './PullFacts';
import { usePatches } from './usePatches';
import { VerdictBar } from './VerdictBar';

/** A remark that is being written: it outlives scrolling, a reload and a restart of the server. */
const Remark = z.object({
  spot: z.object({ path: z.string(), line: z.number(), side: z.enum(['old', 'new']) }).nullable(),
  text: z.string(),
});
const NO_REMARK: z.infer<typeof Remark> = { spot: null, text: '' };

export function ReviewView({ project, detail }: { project: Project; detail: PullDetail }) {
  const { pullRequest: pull, comments } = detail;
  const files = useMemo(() => inTreeOrder(detail.files), [detail.files]);
  const [mode, setMode] = useSearchState('view', 'unified');
  const wide = useMediaQuery('(min-width: 900px)');
  const split = wide && mode === 'split';
  const [folds, setFolds] = useState<ReadonlyMap<string, boolean>>(new Map());
  const { value: remark, change: setRemark } = useDraft(`ff-remark-${pull.id}`, Remark, NO_REMARK);
  const composer = remark.spot;
  const [current, setCurrent] = useState<string>();
  const diff = useRef<DiffHandle>(null);
  const { patches, ask } = usePatches(pull, files);
  const mark = useViewed(pull.id);
  const items = useMemo(
    () => buildItems(files, { split, folds, patches, comments, composer }),
    [files, split, folds, patches, comments, composer],
  );
  const fold = useCallback(
    (path: string, open: boolean) => setFolds((before) => new Map(before).set(path, open)),
    [],
  );
  const choose = (path: string | undefined) => {
    if (path === undefined) return;
    setCurrent(path);
    diff.current?.show(path);
  };
  const viewedChanged = (file: ReviewFile, viewed: boolean) => {
    setFolds((before) => {
      const next = new Map(before);
      next.delete(file.path);
      return next;
    });
    mark(file.path, viewed);
  };
  const at = files.findIndex((file) => file.path === current);
  const here = files[at];
  useShortcuts([
    { keys: 'j', label: 'Next file', group: 'Review', run: () => choose(files[at + 1]?.path) },
    {
      keys: 'k',
      label: 'Previous file',
      group: 'Review',
      run: () => choose(files[Math.max(0, at - 1)]?.path),
    },
    {
      keys: 'v',
      label: 'Viewed',
      group: 'Review',
      run: () => here !== undefined && viewedChanged(here, !here.viewed),
    },
    {
      keys: 's',
      label: 'Unified or side by side',
      group: 'Review',
      run: () => setMode(split ? 'unified' : 'split'),
    },
  ]);
  return (
    <Page
      title={`#${pull.number} ${pull.title}`}
      crumbs={[
        { label: project.name, href: paths.board(project.slug) },
        { label: 'Reviews', href: paths.reviews(project.slug) },
        { label: `#${pull.number} ${pull.title}` },
      ]}
      actions={
        wide ? (
          <SegmentedControl
            label="Diff view"
            iconsOnly
            value={split ? 'split' : 'unified'}
            onChange={setMode}
            segments={[
              { value: 'unified', label: 'Unified', icon: <Rows3 /> },
              { value: 'split', label: 'Side by side', icon: <Columns2 /> },
            ]}
          />
        ) : undefined
      }
      panel={{ title: 'Evidence', content: <PullFacts detail={detail} slug={project.slug} /> }}
      footer={<VerdictBar detail={detail} />}
    >
      <div className="flex h-full">
        <aside className="w-60 shrink-0 overflow-y-auto border-r border-line bg-surface max-lg:hidden">
          <p className="flex h-9 items-center border-b border-line px-3 text-xs text-muted">
            {plural(files.length, 'file')}
            {detail.filesTruncated ? ', more are not shown' : ''}
          </p>
          <FileTree files={files} current={current} onChoose={choose} />
        </aside>
        {files.length === 0 ? (
          <div className="flex-1">
            <EmptyState title={detail.hasCommits ? 'Nothing changed.' : 'The commits are gone.'}>
              {detail.hasCommits
                ? `${pull.headBranch} holds the same files as ${pull.baseBranch}.`
                : 'They are not in the repository any more, so there is no diff to show.'}
            </EmptyState>
          </div>
        ) : (
          <DiffList
            items={items}
            handle={diff}
            onSeen={setCurrent}
            actions={{
              pullId: pull.id,
              canComment: pull.state === 'OPEN',
              current,
              draftText: remark.text,
              onDraftText: (text) => setRemark({ text }),
              onCompose: (spot) => setRemark({ spot, text: '' }),
              onFold: fold,
              onViewed: viewedChanged,
              ask,
            }}
          />
        )}
      </div>
    </Page>
  );
}

/** Ticks at once; the answer of the server corrects it if it must. */
function useViewed(id: string): (path: string, viewed: boolean) => void {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { queryKey } = trpc.review.get.queryOptions({ id });
  const mark = useMutation(
    trpc.review.markViewed.mutationOptions({
      onMutate: ({ path, viewed }) => {
        queries.setQueryData(queryKey, (before) =>
          before === undefined
            ? before
            : {
                ...before,
                files: before.files.map((file) => (file.path === path ? { ...file, viewed } : file)),
              },
        );
      },
      onError: (error) => {
        toastFailure(error);
        void queries.invalidateQueries({ queryKey });
      },
    }),
  );
  return (path, viewed) => mark.mutate({ id, path, viewed });
}
