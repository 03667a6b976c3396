import { describeLeftOut, findLeftOut } from '@/shared/left_out';
import type { Scenario, ScenarioSubtask } from '@/shared/scenario';
import type { Agent } from '../agent';
import { listReviews, listSubtasks, readId, readOwnTask, readRows } from '../read_world';
import { defaultPlan } from '../scenario/default_plan';
import { findScenario } from '../scenario/find_scenario';
import { withConflicts } from '../scenario/with_conflicts';
import { runSteps } from '../steps';
import { answerMail } from './answer_mail';

const ENDED = ['COMPLETED', 'FAILED', 'CANCELLED'];

/** Whatever the prompt says, a supervisor looks at its epic and does what is next. */
export async function supervise(agent: Agent, prompt: string): Promise<void> {
  try {
    await goOn(agent, prompt);
  } finally {
    // Whatever became of the rest: a worker that is stuck waits for this, and asks only once.
    await answerMail(agent, prompt);
  }
}

async function goOn(agent: Agent, prompt: string): Promise<void> {
  const epic = await readOwnTask(agent, 'agent.get_top_level_task');
  const { scenario, speed, trouble } = findScenario(agent.config, epic?.text ?? prompt);
  agent.setSpeed(speed);
  if (trouble !== null) agent.screen.print(trouble, 'yellow');
  const title = epic?.title ?? 'this epic';
  const plan = withConflicts(scenario.subtasks ?? defaultPlan(title));
  await runSteps(agent, 'supervisor', scenario.supervisor.steps);
  recall(agent, plan, epic?.text ?? '');
  await makePlan(agent, scenario, plan, title);
  await followUp(agent, prompt, epic?.state === 'IN_PROGRESS');
  await review(agent, plan);
  await finish(agent, title);
}

/** Its memory was deleted, not what it had made: the server still lists that. */
function recall(agent: Agent, plan: readonly ScenarioSubtask[], epicText: string): void {
  const { memory } = agent;
  if (memory.decided) return;
  for (const made of readRows(epicText)) {
    const subtask = plan.find((candidate) => candidate.title === made.title);
    if (subtask !== undefined) memory.created[subtask.key] = made.id;
  }
}

async function makePlan(
  agent: Agent,
  scenario: Scenario,
  plan: readonly ScenarioSubtask[],
  title: string,
): Promise<void> {
  const { memory } = agent;
  if (!memory.decided) {
    agent.say(`I break "${title}" down into ${plan.length} subtasks.`);
    const decision = scenario.supervisor.decision ?? `Split the epic into ${plan.length} subtasks`;
    const reasoning = `Each can be reviewed alone: ${plan.map((subtask) => subtask.title).join('; ')}.`;
    await agent.call('system.log_decision', { decision, reasoning }, decision);
    memory.decided = true;
    agent.saveMemory();
  }
  for (const subtask of plan) {
    if (memory.created[subtask.key] !== undefined) continue;
    const dependsOn = subtask.dependsOn.flatMap((key) => memory.created[key] ?? []);
    const result = await agent.call(
      'task.create',
      {
        title: subtask.title,
        description: subtask.description === '' ? subtask.title : subtask.description,
        acceptanceCriteria: subtask.acceptanceCriteria,
        dependsOn,
        priority: subtask.priority,
      },
      subtask.title,
    );
    const id = result.ok ? readId(result) : null;
    if (id === null) {
      agent.say(`"${subtask.title}" could not be created; I try again when I am next spoken to.`);
      continue;
    }
    memory.created[subtask.key] = id;
    agent.saveMemory();
  }
}

/** After the final pull request the human may ask for more: that becomes a subtask like any other. */
async function followUp(agent: Agent, prompt: string, epicIsOpenAgain: boolean): Promise<void> {
  const { memory } = agent;
  if (memory.finalPrs === 0 || memory.followUps >= memory.finalPrs || !epicIsOpenAgain) return;
  const number = memory.followUps + 1;
  const result = await agent.call(
    'task.create',
    {
      title: `Take up the review, round ${number}`,
      description: `The human asked for changes to the final pull request:\n\n${prompt.slice(0, 4000)}`,
      acceptanceCriteria: 'Every point of the review is answered.',
    },
    'what the human asked for',
  );
  if (!result.ok) return;
  memory.followUps = number;
  agent.saveMemory();
}

async function review(agent: Agent, plan: readonly ScenarioSubtask[]): Promise<void> {
  for (const task of await listReviews(agent)) {
    const key = Object.entries(agent.memory.created).find(([, id]) => id === task.id)?.[0];
    const subtask = plan.find((candidate) => candidate.key === key);
    const asked = agent.memory.changesAsked[task.id] ?? 0;
    await agent.call('git.get_diff', { taskId: task.id }, subtask?.title ?? task.id);
    if (subtask !== undefined && asked < subtask.askForChanges) {
      const result = await agent.call(
        'task.request_changes',
        { taskId: task.id, feedback: subtask.feedback },
        subtask.feedback,
      );
      if (!result.ok) continue;
      agent.memory.changesAsked[task.id] = asked + 1;
      agent.saveMemory();
    } else {
      await agent.call('task.approve', { taskId: task.id }, subtask?.title ?? task.id);
    }
  }
}

async function finish(agent: Agent, title: string): Promise<void> {
  const { memory } = agent;
  const tasks = await listSubtasks(agent);
  const open = tasks.filter((task) => !ENDED.includes(task.state));
  if (tasks.length === 0 || open.length > 0) {
    agent.say(`${tasks.length - open.length} of ${tasks.length} subtasks are done; I wait for the others.`);
    return;
  }
  if (memory.finalPrs > memory.followUps) {
    agent.say('The final pull request is with the human.');
    return;
  }
  const result = await agent.call('task.create_final_pr', {}, title);
  if (result.ok) {
    memory.finalPrs += 1;
    agent.saveMemory();
    const leftOut = findLeftOut(tasks);
    const landed = tasks.filter(({ state }) => state === 'COMPLETED').length;
    const missing = describeLeftOut(leftOut);
    const count = landed === leftOut.total ? `All ${landed}` : `${landed} of ${leftOut.total}`;
    agent.say(
      `${count} subtasks of "${title}" are in; the final pull request is open.${missing === null ? '' : ` ${missing}`}`,
    );
  } else {
    agent.say('The final pull request cannot be opened yet.');
  }
}
