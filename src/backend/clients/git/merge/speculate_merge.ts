import type { GitContext } from '@/backend/clients/git/core/context';
import { gitFailure } from '@/backend/clients/git/core/failure';
import { fieldReader } from '@/backend/clients/git/core/records';
import { assertRevision, isSha } from '@/backend/clients/git/core/revision';

export type Speculation =
  | { clean: true; tree: string; messages: string[] }
  | { clean: false; files: string[]; messages: string[] };

/** What merging `theirs` into `ours` would give, worked out in the object store: no checkout is touched. */
export async function speculateMerge(
  ctx: GitContext,
  input: { repo: string; ours: string; theirs: string },
): Promise<Speculation> {
  assertRevision(input.ours);
  assertRevision(input.theirs);
  const command = {
    cwd: input.repo,
    args: ['merge-tree', '--write-tree', '--name-only', '-z', '--messages', input.ours, input.theirs],
    answers: [0, 1],
    writes: true,
    timeless: isSha(input.ours) && isSha(input.theirs),
  };
  const answer = await ctx.execute(command);
  const fields = fieldReader(answer.stdout.split('\0'));
  const tree = fields.next();
  // A branch that is not there ends with the status of a conflict too, but without a tree.
  if (!isSha(tree)) throw gitFailure(command, answer);
  const files: string[] = [];
  if (answer.code === 1) {
    for (let path = fields.next(); path !== ''; path = fields.next()) files.push(path);
  } else {
    fields.next();
  }
  const messages = readMessages(fields);
  return answer.code === 0 ? { clean: true, tree, messages } : { clean: false, files, messages };
}

/** Each message: how many paths it is about, the paths, a stable type, the text. */
function readMessages(fields: ReturnType<typeof fieldReader>): string[] {
  const messages: string[] = [];
  while (fields.more()) {
    const count = fields.next();
    if (!/^\d+$/.test(count)) break;
    for (let n = 0; n < Number(count); n++) fields.next();
    fields.next();
    messages.push(fields.next().trim());
  }
  return messages;
}
