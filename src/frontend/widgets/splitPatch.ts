export type PatchPart = { path: string; lines: string[] };

/** A git patch by file: the hunks of each, without the lines that only name blobs and modes. */
export function splitPatch(patch: string): PatchPart[] {
  const parts: PatchPart[] = [];
  let inHunk = false;
  for (const line of patch.split('\n')) {
    const current = parts.at(-1);
    if (line.startsWith('diff --git ')) {
      parts.push({ path: / b\/(.*)$/.exec(line)?.[1] ?? '', lines: [] });
      inHunk = false;
    } else if (current !== undefined && !inHunk && line.startsWith('+++ b/')) {
      current.path = line.slice('+++ b/'.length).replace(/\t$/, '');
    } else if (current !== undefined && (inHunk || line.startsWith('@@'))) {
      inHunk = true;
      current.lines.push(line);
    }
  }
  const last = parts.at(-1);
  if (last?.lines.at(-1) === '') last.lines.pop();
  return parts;
}
