import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { House } from './house';
import type { ChaosPlan } from './plan';

/** Makes the checkout a person's own, and answers with a check that nobody touched it. */
export async function settleIn(house: House, where: ChaosPlan['checkout']): Promise<() => Promise<string[]>> {
  const { repo, git } = house;
  await writeFile(path.join(repo, 'untracked.txt'), 'only here\n');
  if (where === 'busy_elsewhere') {
    await git(repo, 'switch', '--quiet', '-c', 'mine');
    await writeFile(path.join(repo, 'mine.txt'), 'stashed\n');
    await git(repo, 'stash', '--quiet');
    await writeFile(path.join(repo, 'staged.txt'), 'staged\n');
    await git(repo, 'add', 'staged.txt');
    await writeFile(path.join(repo, 'mine.txt'), 'changed, not staged\n');
  }
  const before = await describe(house);
  return async () => {
    const after = await describe(house);
    return Object.entries(before).flatMap(([what, was]) =>
      after[what] === was ? [] : [`the user's checkout was touched: ${what} was ${was}, is ${after[what]}`],
    );
  };
}

/** On the project's branch the checkout follows a landing, so its head is the one thing that may move. */
async function describe({ repo, git }: House): Promise<Record<string, string>> {
  const branch = await git(repo, 'symbolic-ref', 'HEAD');
  const read = (name: string) => readFile(path.join(repo, name), 'utf8');
  return {
    branch,
    ...(branch === 'refs/heads/main' ? {} : { head: await git(repo, 'rev-parse', 'HEAD') }),
    status: await git(repo, 'status', '--porcelain', '--untracked-files=all'),
    stash: await git(repo, 'stash', 'list', '--format=%H'),
    untracked: await read('untracked.txt'),
    changed: await read('mine.txt'),
  };
}
