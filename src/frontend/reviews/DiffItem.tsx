'use client';
import { useEffect } from 'react';
import { describeFailure } from '@/frontend/api/failure';
import { Button } from '@/frontend/ui/Button';
import { ErrorState } from '@/frontend/ui/ErrorState';
import type { Item, Spot } from './buildItems';
import { CommentCard } from './CommentCard';
import { Composer } from './Composer';
import { SplitLine, UnifiedLine } from './DiffRows';
import { FileHeader } from './FileHeader';
import type { ReviewFile } from './foldFile';

export type DiffActions = {
  pullId: string;
  canComment: boolean;
  current: string | undefined;
  draftText: string;
  onDraftText: (text: string) => void;
  onCompose: (spot: Spot | null) => void;
  onFold: (path: string, open: boolean) => void;
  onViewed: (file: ReviewFile, viewed: boolean) => void;
  ask: (path: string, whole: boolean) => void;
};

export function DiffItem({ item, actions }: { item: Item; actions: DiffActions }) {
  const { file } = item;
  const onComment = actions.canComment
    ? (line: number, side: 'old' | 'new') => actions.onCompose({ path: file.path, line, side })
    : undefined;
  switch (item.kind) {
    case 'file':
      return (
        <FileHeader
          file={file}
          open={item.open}
          active={actions.current === file.path}
          onFold={() => actions.onFold(file.path, !item.open)}
          onViewed={(viewed) => actions.onViewed(file, viewed)}
        />
      );
    case 'folded':
      return (
        <div className="flex items-center gap-3 px-4 py-3 text-sm text-muted">
          <span>{item.reason}</span>
          {file.binary || file.submodule ? null : (
            <Button size="sm" onClick={() => actions.onFold(file.path, true)}>
              Show the diff
            </Button>
          )}
        </div>
      );
    case 'patch':
      return <PatchOnItsWay item={item} ask={actions.ask} />;
    case 'note':
      return (
        <p className="bg-surface px-4 py-0.5 font-mono text-xs leading-5 text-muted [overflow-wrap:anywhere]">
          {item.text}
        </p>
      );
    case 'line':
      return <UnifiedLine line={item.line} path={file.path} onComment={onComment} />;
    case 'pair':
      return <SplitLine pair={item.pair} path={file.path} onComment={onComment} />;
    case 'comment':
      return <CommentCard comment={item.comment} />;
    case 'composer':
      return (
        <Composer
          pullId={actions.pullId}
          spot={item.spot}
          text={actions.draftText}
          onText={actions.onDraftText}
          onClose={() => actions.onCompose(null)}
        />
      );
    case 'cut':
      return (
        <div className="flex items-center gap-3 px-4 py-3 text-sm text-muted">
          <span>The diff of this file goes on.</span>
          <Button size="sm" onClick={() => actions.ask(file.path, true)}>
            Show all of it
          </Button>
        </div>
      );
  }
}

/** Asks for the patch the moment it comes on screen. */
function PatchOnItsWay({ item, ask }: { item: Extract<Item, { kind: 'patch' }>; ask: DiffActions['ask'] }) {
  const { path } = item.file;
  useEffect(() => ask(path, false), [ask, path]);
  if (item.patch?.status === 'failed') {
    const { title, next } = describeFailure(item.patch.error);
    return <ErrorState title={title} next={next} onRetry={item.patch.retry} />;
  }
  const lines = Math.min(item.file.additions + item.file.deletions + 6, 40);
  return (
    <div
      role="status"
      aria-label={`Loading ${path}`}
      className="anim-shimmer mx-4 my-1 rounded-md bg-surface"
      style={{ height: lines * 20 }}
    />
  );
}
