import type { ScenarioSubtask } from '@/shared/scenario';
import { type Agent, TurnOver } from '../agent';
import { commitAll, headOf } from '../commit';
import { type OwnTask, readOwnTask } from '../read_world';
import { resolveConflicts } from '../resolve_conflicts';
import { defaultPlan, planForUnknown, slugOf } from '../scenario/default_plan';
import { findScenario } from '../scenario/find_scenario';
import { withConflicts } from '../scenario/with_conflicts';
import { runSteps } from '../steps';
import { answerMail } from './answer_mail';

const SUBMIT_TRIES = 3;
/** A lock that a killed git left behind is taken away by the server after a while. */
const BUSY_TRIES = 12;

/** Whatever the prompt says, a worker looks at its task and does what is next. */
export async function work(agent: Agent, prompt: string): Promise<void> {
  const task = await readOwnTask(agent, 'agent.get_task');
  if (task === null) {
    agent.say('The server does not tell me my task; I try again when I am next spoken to.');
    return;
  }
  const plan = await planFor(agent, task, prompt);
  try {
    await goOn(agent, task, plan, prompt);
  } finally {
    await answerMail(agent, prompt);
  }
}

async function planFor(agent: Agent, task: OwnTask, prompt: string): Promise<ScenarioSubtask> {
  const epic = await readOwnTask(agent, 'agent.get_top_level_task');
  const { scenario, speed } = findScenario(agent.config, epic?.text ?? prompt);
  agent.setSpeed(speed);
  const subtasks = withConflicts(scenario.subtasks ?? defaultPlan(epic?.title ?? task.title));
  const mine = subtasks.find((subtask) => sameTitle(subtask.title, task.title));
  if (mine !== undefined) return mine;
  const unknown = planForUnknown(task.title, task.description);
  return scenario.steps === undefined ? unknown : { ...unknown, steps: scenario.steps };
}

async function goOn(agent: Agent, task: OwnTask, plan: ScenarioSubtask, prompt: string): Promise<void> {
  const { memory } = agent;
  const worked = (memory.done.work ?? 0) >= plan.steps.length && memory.submittedSha !== null;
  if (['COMPLETED', 'CANCELLED', 'FAILED'].includes(task.state)) {
    agent.say(`My task is ${task.state.toLowerCase()}; there is nothing left to do.`);
    return;
  }
  if (!worked) {
    agent.say(`I work on "${task.title}".`);
    await runSteps(agent, 'work', plan.steps);
  } else if (task.state === 'BLOCKED' || /rebase/i.test(prompt)) {
    await rebase(agent);
  } else if (task.state === 'REVIEW') {
    agent.say('My work is in review; I wait for the answer.');
    return;
  } else {
    await revise(agent, task, plan);
  }
  await commitAll(agent, plan.title);
  await submit(agent, task);
}

async function revise(agent: Agent, task: OwnTask, plan: ScenarioSubtask): Promise<void> {
  const { memory } = agent;
  // Killed between the change and its submission: the head has moved on already.
  if (memory.submittedSha !== (await headOf(agent))) return;
  const round = memory.revisions + 1;
  agent.say('Changes were asked for; I make them.');
  const note = {
    do: 'append' as const,
    path: `notes/${slugOf(task.title)}-review.md`,
    content: `- Round ${round}: went over it once more and explained the choice.\n`,
  };
  await runSteps(agent, `revise-${round}`, plan.revise.length === 0 ? [note] : plan.revise);
  await commitAll(agent, `Take up the review of: ${plan.title}`);
  memory.revisions = round;
  agent.saveMemory();
}

async function rebase(agent: Agent): Promise<void> {
  // Asked before anything is committed: what a rebase that was cut off has left in the folder is nobody's work.
  for (let attempt = 1; attempt <= BUSY_TRIES; attempt += 1) {
    const begun = await agent.call('git.rebase', {}, 'onto the epic');
    if (/uncommitted/i.test(begun.text)) await commitAll(agent, 'Save work before the rebase');
    else if (!begun.ok && /disk|git command is at work/i.test(begun.text)) await agent.wait(1000);
    else break;
  }
  await resolveConflicts(agent);
}

/** The server wants evidence; what it misses is put right where a small program can. */
async function submit(agent: Agent, task: OwnTask): Promise<void> {
  let refusal = '';
  let waits = 0;
  for (let attempt = 1; attempt <= SUBMIT_TRIES; attempt += 1) {
    const result = await agent.call('task.create_pr', { summary: `Done: ${task.title}` }, task.title);
    if (result.ok) {
      agent.memory.submittedSha = await headOf(agent);
      agent.saveMemory();
      agent.say(`"${task.title}" is submitted for review.`);
      return;
    }
    refusal = result.text;
    if (/git command is at work/i.test(refusal) && waits < BUSY_TRIES) {
      waits += 1;
      attempt -= 1;
      await agent.wait(1000);
      continue;
    }
    if (/rebase|behind|conflict/i.test(refusal)) await rebase(agent);
    else await commitAll(agent, `Finish: ${task.title}`);
    await agent.wait(200 * attempt);
  }
  const reason = `My work was not taken: ${refusal.slice(0, 500)}`;
  await agent.call('task.update_state', { state: 'BLOCKED', reason }, 'BLOCKED');
  throw new TurnOver(reason);
}

function sameTitle(a: string, b: string): boolean {
  return a.trim() === b.trim();
}
