import type { PullDetail } from '@/frontend/api/outputs';
import { foldReason, type ReviewFile } from './foldFile';
import { groupBy } from './groupBy';
import { type NoteLine, type Pair, type PatchLine, pairLines, type TextLine } from './parsePatch';
import type { Patch } from './usePatches';

export type ReviewComment = PullDetail['comments'][number];
export type Spot = { path: string; line: number; side: 'old' | 'new' };

/** One row of the page: the whole diff is one long list, of which only what is on screen exists. */
export type Item = { key: string; file: ReviewFile } & (
  | { kind: 'file'; open: boolean }
  | { kind: 'folded'; reason: string }
  | { kind: 'patch'; patch: Patch | undefined }
  | { kind: 'note'; text: string }
  | { kind: 'line'; line: TextLine }
  | { kind: 'pair'; pair: Pair }
  | { kind: 'comment'; comment: ReviewComment }
  | { kind: 'composer'; spot: Spot }
  | { kind: 'cut' }
);

export type View = {
  split: boolean;
  /** Files the reader opened or closed by hand. */
  folds: ReadonlyMap<string, boolean>;
  patches: ReadonlyMap<string, Patch>;
  comments: readonly ReviewComment[];
  composer: Spot | null;
};

export function buildItems(files: readonly ReviewFile[], view: View): Item[] {
  const comments = groupBy(view.comments, (comment) => comment.path);
  return files.flatMap((file): Item[] => {
    const reason = foldReason(file);
    const open = view.folds.get(file.path) ?? reason === null;
    const head: Item = { key: `f:${file.path}`, file, kind: 'file', open };
    if (!open) {
      return file.viewed && view.folds.get(file.path) === undefined
        ? [head]
        : [head, { key: `c:${file.path}`, file, kind: 'folded', reason: reason ?? 'Closed.' }];
    }
    return [head, ...bodyOf(file, view, comments.get(file.path) ?? [])];
  });
}

function spotKey({ line, side }: Pick<Spot, 'line' | 'side'>): string {
  return `${side}:${line}`;
}

function bodyOf(file: ReviewFile, view: View, comments: readonly ReviewComment[]): Item[] {
  const patch = view.patches.get(file.path);
  if (patch?.status !== 'ready') return [{ key: `p:${file.path}`, file, kind: 'patch', patch }];
  if (patch.lines.length === 0) return [{ key: `n:${file.path}`, file, kind: 'note', text: noLines(file) }];
  const bySpot = groupBy(comments, (comment) =>
    spotKey({ line: comment.line, side: comment.side === 'old' ? 'old' : 'new' }),
  );
  const items: Item[] = [];
  const after = (line: TextLine | null, side: 'old' | 'new') => {
    const number = side === 'old' ? line?.oldLine : line?.newLine;
    if (number === null || number === undefined) return;
    const key = spotKey({ line: number, side });
    for (const comment of bySpot.get(key) ?? [])
      items.push({ key: comment.id, file, kind: 'comment', comment });
    bySpot.delete(key);
    const { composer } = view;
    if (composer?.path === file.path && spotKey(composer) === key)
      items.push({ key: `w:${file.path}:${key}`, file, kind: 'composer', spot: composer });
  };
  const rows: readonly (PatchLine | Pair | NoteLine)[] = view.split ? pairLines(patch.lines) : patch.lines;
  for (const [index, row] of rows.entries()) {
    const key = `${file.path}:${index}`;
    if (row.kind === 'note') items.push({ key, file, kind: 'note', text: row.text });
    else if (row.kind === 'pair') {
      items.push({ key, file, kind: 'pair', pair: row });
      after(row.left, 'old');
      after(row.right, 'new');
    } else {
      items.push({ key, file, kind: 'line', line: row });
      after(row, 'old');
      after(row, 'new');
    }
  }
  // Remarks on lines that are no part of the change any more are still worth reading.
  for (const comment of [...bySpot.values()].flat())
    items.push({ key: comment.id, file, kind: 'comment', comment });
  if (patch.truncated) items.push({ key: `t:${file.path}`, file, kind: 'cut' });
  return items;
}

function noLines(file: ReviewFile): string {
  if (file.binary) return 'Not text: there are no lines to show.';
  return file.status === 'renamed'
    ? `Moved from ${file.oldPath ?? ''}, nothing else changed.`
    : 'No lines changed.';
}
