export type Ink = 'plain' | 'word' | 'string' | 'comment' | 'number';
export type Painted = { text: string; ink: Ink; marked: boolean };

const WORDS =
  'abstract|and|as|async|await|break|case|catch|class|const|continue|def|default|del|elif|else|enum|export|extends|false|False|final|finally|fn|for|from|func|function|if|impl|implements|import|in|interface|is|let|match|mod|mut|new|nil|None|not|null|or|package|private|protected|pub|public|raise|return|self|static|struct|super|switch|this|throw|trait|true|True|try|type|typeof|undefined|use|var|void|while|with|yield';
const TOKEN = new RegExp(
  [
    '(?<comment>(?<![:\\w])//.*$|/\\*.*?(?:\\*/|$)|^\\s*\\*.*$|(?:^|(?<=\\s))#(?!\\w*\\[).*$|<!--.*?(?:-->|$))',
    '(?<string>"(?:[^"\\\\]|\\\\.)*"|\'(?:[^\'\\\\]|\\\\.)*\'|`(?:[^`\\\\]|\\\\.)*`)',
    `(?<word>\\b(?:${WORDS})\\b)`,
    '(?<number>\\b\\d[\\d_.]*\\b)',
  ].join('|'),
  'g',
);
const PROSE = /\.(md|markdown|txt|lock|csv|svg)$/i;
const LONGEST = 1000;

/** A line in the colours most languages share, cut where the marked part begins and ends. */
export function paintLine(text: string, path: string, mark?: readonly [number, number]): Painted[] {
  const inks: { from: number; to: number; ink: Ink }[] = [];
  if (text.length <= LONGEST && !PROSE.test(path))
    for (const found of text.matchAll(TOKEN)) {
      const { comment, string, word } = found.groups ?? {};
      const ink =
        comment !== undefined
          ? 'comment'
          : string !== undefined
            ? 'string'
            : word !== undefined
              ? 'word'
              : 'number';
      inks.push({ from: found.index, to: found.index + found[0].length, ink });
    }
  const [from, to] = mark ?? [0, 0];
  const cuts = new Set([0, from, to, text.length, ...inks.flatMap((each) => [each.from, each.to])]);
  const edges = [...cuts].sort((a, b) => a - b);
  return edges.slice(0, -1).map((start, index) => ({
    text: text.slice(start, edges[index + 1]),
    ink: inks.find((each) => each.from <= start && start < each.to)?.ink ?? 'plain',
    marked: from <= start && start < to,
  }));
}
