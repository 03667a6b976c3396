import type { Agent } from '../agent';
import { findScenario } from '../scenario/find_scenario';
import { runSteps } from '../steps';

/** Takes what it is told, does the same few steps each time, and ends its turn. */
export async function listen(agent: Agent, prompt: string): Promise<void> {
  const { scenario, speed } = findScenario(agent.config, prompt);
  agent.setSpeed(speed);
  const heard = (agent.memory.done.heard ?? 0) + 1;
  agent.memory.done.heard = heard;
  agent.saveMemory();
  await runSteps(agent, `heard-${heard}`, scenario.steps ?? []);
  agent.say(`Heard message ${heard}.`);
}
