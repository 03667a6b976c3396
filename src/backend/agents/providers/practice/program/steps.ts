import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ScenarioStep } from '@/shared/scenario';
import { type Agent, TurnOver } from './agent';
import { commitAll } from './commit';
import { runProgram } from './git';
import { survey } from './survey';
import type { ToolResult } from './tools';

type Step<Name extends ScenarioStep['do']> = Extract<ScenarioStep, { do: Name }>;
type Runners = {
  [Name in ScenarioStep['do']]: (agent: Agent, step: Step<Name>, at: string) => Promise<void>;
};

/** Does the steps of a round that are not done yet: an agent that was killed goes on after its last commit. */
export async function runSteps(agent: Agent, round: string, steps: readonly ScenarioStep[]): Promise<void> {
  const done = agent.memory.done[round] ?? 0;
  const isFirst = !begun.has(round);
  begun.add(round);
  for (let index = isFirst ? lastCommit(steps, done) : done; index < steps.length; index += 1) {
    const step = steps[index];
    if (step !== undefined) await runStep(agent, step, `${round}:${index}`);
    agent.memory.done[round] = index + 1;
    agent.saveMemory();
  }
}

/** A folder that was deleted is made again, and a lock that was left is taken away, after a while. */
const COMMIT_TRIES = 30;
const REFUSED_TRIES = 3;

const begun = new Set<string>();

/** What was written but not committed may have gone with the folder it was in. Every edit can be made twice. */
function lastCommit(steps: readonly ScenarioStep[], done: number): number {
  return steps.slice(0, done).findLastIndex((step) => step.do === 'commit') + 1;
}

const RUNNERS: Runners = {
  say: async (agent, step) => {
    agent.say(step.text);
    await agent.pause();
  },
  wait: (agent, step) => agent.wait(step.seconds * 1000),
  write: async (agent, step) => {
    await edit(agent, 'Write', step.path, () => step.content);
  },
  append: async (agent, step) => {
    await edit(agent, 'Edit', step.path, (text) =>
      text.endsWith(step.content) ? text : text + step.content,
    );
  },
  replace: async (agent, step) => {
    await edit(agent, 'Edit', step.path, (text) => text.replace(step.find, () => step.with));
  },
  survey: async (agent, step) => {
    const text = await survey(agent.git);
    await edit(agent, 'Write', step.path, () => text);
  },
  delete: async (agent, step) => {
    await agent.use('Bash', `rm ${step.path}`, async () => {
      await rm(path.join(agent.config.worktree, step.path), { force: true, recursive: true });
      return done('Deleted.');
    });
  },
  run: async (agent, step) => {
    await agent.use('Bash', step.argv.join(' '), async () => {
      const result = await runProgram(step.argv, agent.config.worktree);
      const text = `${result.stdout}${result.stderr}`.trim();
      return { ok: result.code === 0, text: text === '' ? `(exit ${result.code})` : text, data: undefined };
    });
  },
  commit: async (agent, step) => {
    // Done is only what is in git: a folder that was deleted is made again, without what was not committed.
    for (let tries = 1, hope = 1; ; tries += 1) {
      const committed = await commitAll(agent, step.message);
      if (committed.ok) return;
      if (tries >= (committed.mayPass ? COMMIT_TRIES : REFUSED_TRIES)) {
        await giveUp(agent, committed.why, hope > 0);
        hope -= 1;
        tries = 0;
      }
      await agent.wait(1000);
    }
  },
  tool: async (agent, step) => {
    await agent.call(step.name, step.input, JSON.stringify(step.input).slice(0, 80));
  },
  mail: async (agent, step) => {
    await agent.call('mail.send', { to: step.to, subject: step.subject, body: step.body }, step.subject);
  },
  ask_permission: async (agent, step) => {
    const answer = await askUntilDecided(agent, {
      kind: 'permission_asked',
      requestId: randomUUID(),
      tool: step.tool,
      summary: step.detail,
      command: step.command,
      detail: step.detail,
    });
    const allowed = answer.kind === 'decision' && answer.allow;
    const note = answer.kind === 'decision' && answer.message !== '' ? ` (${answer.message})` : '';
    agent.say(
      allowed ? `I may use ${step.tool}${note}.` : `I may not use ${step.tool}${note}; going on without.`,
    );
  },
  ask: async (agent, step) => {
    const answer = await askUntilDecided(agent, {
      kind: 'question_asked',
      requestId: randomUUID(),
      questions: [
        {
          question: step.question,
          options: step.options.map((label) => ({ label, description: '' })),
          multiple: false,
        },
      ],
    });
    const reply = answer.kind === 'replies' ? answer.replies[step.question] : undefined;
    agent.say(reply === undefined ? 'Nobody answered; I decide myself.' : `The answer is: ${reply}.`);
  },
  block: async (agent, step, at) => {
    if (agent.memory.blockedAt === at) {
      agent.memory.blockedAt = null;
      agent.saveMemory();
      await agent.call(
        'task.update_state',
        { state: 'IN_PROGRESS', reason: 'An answer came.' },
        'IN_PROGRESS',
      );
      return;
    }
    agent.memory.blockedAt = at;
    agent.saveMemory();
    await agent.call('task.update_state', { state: 'BLOCKED', reason: step.reason }, 'BLOCKED');
    agent.say(`I am blocked: ${step.reason}`);
    throw new TurnOver();
  },
  fail: async (agent, step) => {
    await agent.call('task.update_state', { state: 'FAILED', reason: step.reason }, 'FAILED');
    agent.say(`This cannot be done: ${step.reason}`);
    throw new TurnOver();
  },
  crash: async (agent, step, at) => {
    if (!happensAgain(agent, at, step.times)) return;
    agent.screen.print('💥 crashing, as the scenario says', 'red');
    await sleep(20);
    if (step.how === 'kill') process.kill(process.pid, 'SIGKILL');
    process.exit(1);
  },
  hang: async (agent, step, at) => {
    if (happensAgain(agent, at, step.times)) await agent.wait(step.seconds * 1000);
  },
  print: async (agent, step) => {
    for (let line = 1; line <= step.lines; line += 1) {
      agent.screen.print(`line ${line} of ${step.lines}`);
      if (line % 500 === 0) await sleep(1);
    }
  },
};

function runStep<Name extends ScenarioStep['do']>(
  agent: Agent,
  step: Step<Name> & { do: Name },
  at: string,
): Promise<void> {
  return RUNNERS[step.do](agent, step, at);
}

/** The server may know better, and have taken away what was in the way: then it is tried once more. */
async function giveUp(agent: Agent, why: string, hopes: boolean): Promise<void> {
  const reason = `My work could not be committed: ${why.slice(0, 500)}`;
  const { ok } = await agent.call('task.update_state', { state: 'BLOCKED', reason }, 'BLOCKED');
  if (ok || !hopes) throw new TurnOver(reason);
}

async function edit(
  agent: Agent,
  tool: string,
  file: string,
  change: (text: string) => string,
): Promise<ToolResult> {
  return agent.use(tool, file, async () => {
    const target = path.join(agent.config.worktree, file);
    const before = await readFile(target, 'utf8').catch(() => '');
    const after = change(before);
    if (after === before) return done('Nothing to change.');
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, after);
    return done(before === '' ? `Wrote ${countLines(after)} lines to ${file}` : `Updated ${file}`);
  });
}

async function askUntilDecided(agent: Agent, question: Parameters<Agent['hooks']['tell']>[0]) {
  agent.screen.print('? asking a person and waiting for the answer', 'magenta');
  for (;;) {
    const answer = await agent.hooks.tell(question);
    if (answer.kind !== 'pending') return answer;
    await agent.wait(200);
  }
}

/** Written down before it happens, so that it does not happen for ever. */
function happensAgain(agent: Agent, at: string, times: number): boolean {
  const before = agent.memory.happened[at] ?? 0;
  agent.memory.happened[at] = before + 1;
  agent.saveMemory();
  return before < times;
}

function done(text: string): ToolResult {
  return { ok: true, text, data: undefined };
}

function countLines(text: string): number {
  return text.replace(/\n$/, '').split('\n').length;
}
