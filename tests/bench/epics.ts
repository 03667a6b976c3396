import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { makeGitWorld } from '../support/git';
import { startFactory } from '../support/practice/factory';
import { type Figure, figure, timed } from './figure';

const exec = promisify(execFile);
const FEW = 5;
const MANY = 50;
/** At once, in the factory and in the floor alike. */
const AT_ONCE = 8;

/** From the click to the final pull request, with few workers and with many. */
export async function benchEpics(): Promise<Figure[]> {
  const few = await measure(FEW);
  const many = await measure(MANY);
  return [
    ...describe(FEW, few),
    ...describe(MANY, many),
    figure({
      name: `one task of an epic of ${MANY}`,
      unit: 'ms',
      value: many.ours / MANY,
      floor: few.ours / FEW,
      floorOf: `one task of an epic of ${FEW}`,
      goal: '≤ 1.2×',
    }),
  ];
}

type Measured = { bare: number; booted: number; ours: number };

async function measure(workers: number): Promise<Measured> {
  return {
    bare: await floorOf(workers, ':'),
    booted: await floorOf(workers, `${process.execPath} ${path.resolve('dist/practice.mjs')}`),
    ours: await epicOf(workers),
  };
}

/** Against the commands alone, and against them with the start of an agent's program in each terminal, which is not ours. */
function describe(workers: number, { bare, booted, ours }: Measured): Figure[] {
  const commands = 'the same git and tmux commands from a shell';
  const one = {
    name: `epic of ${workers} workers, created → final pull request`,
    unit: 'ms',
    value: ours,
  } as const;
  return [
    figure({ ...one, floor: bare, floorOf: commands, goal: '≤ 3×' }),
    figure({ ...one, floor: booted, floorOf: `${commands}, the practice program loaded in each terminal` }),
  ];
}

async function epicOf(workers: number): Promise<number> {
  const world = await makeGitWorld();
  const factory = await startFactory();
  try {
    const repo = await world.makeRepo({ name: `epic-${workers}` });
    const subtasks = Array.from({ length: workers }, (_, n) => ({
      key: `t${n}`,
      title: `Task ${n}`,
      steps: [
        { do: 'write', path: `parts/${n}.txt`, content: `Part ${n}\n` },
        { do: 'commit', message: `Part ${n}` },
      ],
    }));
    return await timed(async () => {
      const epic = await factory.addEpic({
        repo,
        title: 'Measured',
        scenario: { speed: 'instant', subtasks },
        maxWorkers: AT_ONCE,
      });
      await factory.whenEpic(epic.id, ['REVIEW'], 600_000);
    });
  } finally {
    await factory.stop();
    await world.cleanup();
  }
}

/**
 * What cannot be left out: a worktree and a terminal with a program in it for everyone, the edit, the commit, the tests,
 * then the merges one after the other, each tested as it lands. No rows, no messages, no review. `boot` is a command
 * that each terminal runs first.
 */
async function floorOf(workers: number, boot: string): Promise<number> {
  const world = await makeGitWorld();
  const dir = mkdtempSync(path.join(os.tmpdir(), 'ff-floor-'));
  try {
    const repo = await world.makeRepo({ name: `floor-${workers}` });
    const script = path.join(dir, 'floor.sh');
    writeFileSync(script, FLOOR);
    const args = [script, repo, dir, String(workers), String(AT_ONCE), boot];
    return await timed(() => exec('/bin/sh', args, { env: { ...process.env, ...world.env } }));
  } finally {
    await exec('tmux', ['-S', path.join(dir, 's'), 'kill-server']).catch(() => undefined);
    rmSync(dir, { recursive: true, force: true });
    await world.cleanup();
  }
}

const FLOOR = `set -e
export REPO="$1" DIR="$2" BOOT="$5"
export GIT_AUTHOR_NAME=Floor GIT_AUTHOR_EMAIL=floor@localhost GIT_COMMITTER_NAME=Floor GIT_COMMITTER_EMAIL=floor@localhost
cd "$REPO"
terminal() {
  tmux -S "$DIR/s" -f /dev/null new-session -d -s "$1" -c "$2" "$3"
}
git worktree add -q -b epic "$DIR/epic" main
terminal supervisor "$DIR/epic" "$BOOT; sleep 600"
git worktree add -q --detach "$DIR/integration" main
cat > "$DIR/worker.sh" <<'WORKER'
set -e
tmux -S "$DIR/s" new-session -d -s "w-$1" -c "$DIR/$1" "$BOOT; mkdir -p parts; echo Part $1 > parts/$1.txt; git add --all; git commit -q -m Part; tmux -S $DIR/s wait-for -S done-$1; sleep 600"
tmux -S "$DIR/s" wait-for "done-$1"
cd "$DIR/$1"
test -z "$(git status --porcelain)"
sh -c 'test -f README.md'
WORKER
# One after the other: git cannot make two worktrees of a repository at the same time.
for n in $(seq 0 $(($3 - 1))); do
  git worktree add -q -b "task-$n" "$DIR/$n" epic
  echo "$n"
done | xargs -P "$4" -n 1 sh "$DIR/worker.sh"
for n in $(seq 0 $(($3 - 1))); do
  old=$(git rev-parse epic)
  tree=$(git merge-tree --write-tree epic "task-$n")
  new=$(git commit-tree "$tree" -p "$old" -p "task-$n" -m "Merge $n")
  git -C "$DIR/integration" checkout -q --detach "$new"
  (cd "$DIR/integration" && sh -c 'test -f README.md')
  git update-ref refs/heads/epic "$new" "$old"
  git -C "$DIR/epic" read-tree -m -u "$old" "$new"
  tmux -S "$DIR/s" kill-session -t "w-$n"
  git worktree remove --force "$DIR/$n"
done
git diff --stat main epic > /dev/null
`;
