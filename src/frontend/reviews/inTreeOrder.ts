import { groupBy } from './groupBy';

/** A folder's files together, those outside of any folder first: after a folder they would seem to be in it. */
export function inTreeOrder<File extends { path: string }>(files: readonly File[]): File[] {
  const folders = groupBy(files, folderOf);
  const outside = folders.get('') ?? [];
  folders.delete('');
  return [...outside, ...[...folders.values()].flat()];
}

export function folderOf({ path }: { path: string }): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
