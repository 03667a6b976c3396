import type { PullDetail } from '@/frontend/api/outputs';

export type ReviewFile = PullDetail['files'][number];

const LARGE = 1000;
const GENERATED =
  /(^|\/)(package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|bun\.lockb?|composer\.lock|go\.sum|[^/]+\.lock|[^/]+\.min\.(js|css)|[^/]+\.map|[^/]+\.snap)$|(^|\/)(dist|vendor|generated|__generated__|node_modules)\//;

/** Why a file starts closed; null: it starts open. */
export function foldReason(file: ReviewFile): string | null {
  const size = file.additions + file.deletions;
  if (file.submodule) return 'A submodule: only the commit it points to changed.';
  if (file.binary) return 'Not text: there are no lines to show.';
  if (file.viewed) return 'You have looked at this file.';
  if (GENERATED.test(file.path)) return `Looks generated; ${size.toLocaleString('en')} lines changed.`;
  if (size > LARGE) return `Large: ${size.toLocaleString('en')} lines changed.`;
  if (file.status === 'deleted') return 'The file was deleted.';
  return null;
}
