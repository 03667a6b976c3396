import type { Git } from './git';

/** What the repository holds, as a page: files by folder and by kind. */
export async function survey(git: Git): Promise<string> {
  const files = (await git('ls-files')).stdout.split('\n').filter((file) => file !== '');
  const folders = count(files.map((file) => (file.includes('/') ? `${file.split('/')[0]}/` : './')));
  const kinds = count(files.map((file) => /\.(\w{1,8})$/.exec(file)?.[1] ?? 'no extension'));
  return [
    '# Where things are',
    '',
    `${files.length} files are tracked.`,
    '',
    '| folder | files |',
    '|---|---|',
    ...folders.map(([name, files]) => `| \`${name}\` | ${files} |`),
    '',
    '| kind | files |',
    '|---|---|',
    ...kinds.map(([name, files]) => `| ${name} | ${files} |`),
    '',
  ].join('\n');
}

function count(names: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([a, x], [b, y]) => y - x || a.localeCompare(b)).slice(0, 15);
}
