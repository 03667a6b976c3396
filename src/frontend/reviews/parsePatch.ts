export type TextLine = {
  kind: 'same' | 'add' | 'del';
  text: string;
  oldLine: number | null;
  newLine: number | null;
  /** The part that differs from its partner, from and to. */
  mark?: readonly [number, number];
};
/** Where a hunk starts, or a remark of git such as a missing last newline. */
export type NoteLine = { kind: 'note'; text: string };
export type PatchLine = TextLine | NoteLine;

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@(.*)$/;

/** The hunks of git's unified patch as lines with their numbers on both sides. Headers of files are left out. */
export function parsePatch(patch: string): PatchLine[] {
  const lines: PatchLine[] = [];
  let oldLine = 0;
  let newLine = 0;
  let inHunk = false;
  for (const raw of patch.split('\n')) {
    const hunk = HUNK.exec(raw);
    if (raw.startsWith('diff --git ')) {
      inHunk = false;
    } else if (hunk !== null) {
      inHunk = true;
      oldLine = Number(hunk[1]);
      newLine = Number(hunk[2]);
      lines.push({ kind: 'note', text: raw });
    } else if (inHunk && raw !== '') {
      const text = raw.slice(1).replace(/\r$/, '');
      if (raw.startsWith('+')) lines.push({ kind: 'add', text, oldLine: null, newLine: newLine++ });
      else if (raw.startsWith('-')) lines.push({ kind: 'del', text, oldLine: oldLine++, newLine: null });
      else if (raw.startsWith('\\')) lines.push({ kind: 'note', text: raw.slice(2) });
      else lines.push({ kind: 'same', text, oldLine: oldLine++, newLine: newLine++ });
    }
  }
  return markWords(lines);
}

export type Pair = { kind: 'pair'; left: TextLine | null; right: TextLine | null };

/** The same lines side by side: what went beside what came in its place. */
export function pairLines(lines: readonly PatchLine[]): (Pair | NoteLine)[] {
  const pairs: (Pair | NoteLine)[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at];
    if (line === undefined) break;
    if (line.kind === 'note') {
      pairs.push(line);
      at++;
    } else if (line.kind === 'same') {
      pairs.push({ kind: 'pair', left: line, right: line });
      at++;
    } else {
      const { gone, come, next } = blockAt(lines, at);
      for (let n = 0; n < Math.max(gone.length, come.length); n++)
        pairs.push({ kind: 'pair', left: gone[n] ?? null, right: come[n] ?? null });
      at = next;
    }
  }
  return pairs;
}

/** A run of removed lines and the added ones right after it. */
function blockAt(lines: readonly PatchLine[], start: number) {
  const take = (kind: 'del' | 'add', from: number) => {
    const run: TextLine[] = [];
    for (let line = lines[from]; line?.kind === kind; line = lines[from + run.length]) run.push(line);
    return run;
  };
  const gone = take('del', start);
  const come = take('add', start + gone.length);
  return { gone, come, next: start + gone.length + come.length };
}

const LONGEST_MARKED = 2000;

/** Where as many lines came as went, the words that differ are marked on both. */
function markWords(lines: PatchLine[]): PatchLine[] {
  for (let at = 0; at < lines.length; ) {
    const { gone, come, next } = blockAt(lines, at);
    if (gone.length === come.length)
      for (const [n, before] of gone.entries()) {
        const after = come[n];
        if (after !== undefined) markPair(before, after);
      }
    at = Math.max(next, at + 1);
  }
  return lines;
}

function markPair(before: TextLine, after: TextLine): void {
  const shortest = Math.min(before.text.length, after.text.length);
  if (Math.max(before.text.length, after.text.length) > LONGEST_MARKED) return;
  let head = 0;
  while (head < shortest && before.text[head] === after.text[head]) head++;
  let tail = 0;
  while (tail < shortest - head && before.text.at(-1 - tail) === after.text.at(-1 - tail)) tail++;
  // Two lines with next to nothing in common are two lines, not one that was changed.
  if ((head + tail) * 3 < shortest) return;
  before.mark = [head, before.text.length - tail];
  after.mark = [head, after.text.length - tail];
}
