import path from 'node:path';
import { z } from 'zod';
import type { Conversation, Turn } from '../model/conversation';
import { call, type Reply, say } from '../model/reply';

export type WorkerPart = {
  /** The file it writes, and what is in it at first and after it was asked for changes. */
  file: string;
  first: string;
  second: string;
  /** Its line in the notes, which everybody puts in the same place. */
  note: string;
  /** It submits only once this stands on the branch that it started from: somebody else landed first. */
  after?: { file: string; says: string };
};

type Result = Extract<Turn, { kind: 'tool_result' }>;

const CUES = [
  { cue: /Here is your subtask/, act: build },
  { cue: /Mail from .*: Changes requested/, act: change },
  { cue: /Mail from .*: Rebase needed/, act: rebase },
] as const;

/** Builds, submits, does what it is asked for, and resolves a conflict so that both sides hold. */
export function playWorker(parts: Readonly<Record<string, WorkerPart>>) {
  return (known: Conversation): Reply => {
    const texts = known.turns.map((turn) => (turn.kind === 'user' ? turn.text : ''));
    const title = /^Title: (.*)$/m.exec(texts.join('\n'))?.[1] ?? '';
    const part = parts[title];
    if (part === undefined) throw new Error(`No part is written for “${title}”.`);
    const at = texts.findLastIndex((text) => CUES.some(({ cue }) => cue.test(text)));
    const cue = CUES.findLast((candidate) => candidate.cue.test(texts[at] ?? ''));
    const results = known.turns.slice(at).flatMap((turn) => (turn.kind === 'tool_result' ? [turn] : []));
    if (cue === undefined) return say('Nothing to do.');
    const refused = results.findLastIndex(isRefusedForConflict);
    return refused < 0 ? cue.act(part, results, known) : rebase(part, results.slice(refused + 1));
  };
}

/** Somebody else landed first: the submission itself says so, and no mail will. */
function isRefusedForConflict(result: Result): boolean {
  return result.name === 'mcp__task__create_pr' && result.isError && result.text.includes('conflicts with');
}

function build(part: WorkerPart, results: readonly Result[], known: Conversation): Reply {
  const { after } = part;
  if (results.length === 0) return write(known, part.file, part.first);
  const landed = after === undefined ? 0 : results.findIndex(({ text }) => text.includes(after.says));
  if (after !== undefined && landed < 0) return look(known, after.file);
  const steps = [
    bash(`sed -i '1a ${part.note}' notes.txt && git add -A && git commit -q -m 'Add ${part.file}'`),
    call('mcp__task__create_pr', { summary: `${part.file} is there.` }),
  ];
  return steps[results.length - landed - 1] ?? say('Submitted.');
}

/** A look at the branch that it started from. */
function look(known: Conversation, file: string): Reply {
  const said = known.turns.map((turn) => (turn.kind === 'user' ? turn.text : '')).join('\n');
  const base = z.string().parse(/^Branch: \S+ \(from (\S+)\)/m.exec(said)?.[1]);
  return call('Bash', { command: `git show ${base}:${file}`, description: 'Look' }, { delayMs: 300 });
}

function change(part: WorkerPart, results: readonly Result[], known: Conversation): Reply {
  const steps = [
    write(known, part.file, part.second),
    // A loop, which Claude Code asks about although every command in it is allowed: nobody is there to be asked.
    bash(
      `for f in ${part.file} notes.txt; do git add "$f"; done && git commit -q -m 'Say it louder in ${part.file}'`,
    ),
    call('mcp__task__create_pr', { summary: 'Louder now.' }),
  ];
  return steps[results.length] ?? say('Submitted again.');
}

function rebase(_part: WorkerPart, results: readonly Result[]): Reply {
  const last = results.at(-1);
  if (last === undefined) return call('mcp__git__rebase', {});
  if (last.text.includes('stopped at a conflict')) {
    return bash(`sed -i '/^[<=>]\\{7\\}/d' notes.txt && git add notes.txt`);
  }
  if (last.name === 'Bash') return call('mcp__git__rebase', { step: 'continue' });
  if (last.name === 'mcp__git__rebase') return call('mcp__task__create_pr', { summary: 'Rebased.' });
  return say('Submitted after the rebase.');
}

function bash(command: string): Reply {
  return call('Bash', { command, description: 'Work on the files' });
}

function write(known: Conversation, file: string, content: string): Reply {
  return call('Write', { file_path: path.join(folderOf(known), file), content });
}

/** Claude Code tells the model where it is. */
function folderOf(known: Conversation): string {
  const said = `${known.system}\n${known.turns.map((turn) => (turn.kind === 'user' ? turn.text : '')).join('\n')}`;
  return z.string().parse(/[Ww]orking directory: (\S+)/.exec(said)?.[1]);
}
