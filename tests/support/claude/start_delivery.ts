import type { Agent } from '@/backend/resource_accessors/agent.accessor';
import { findOpenSession } from '@/backend/resource_accessors/session.accessor';
import { type Script, type ScriptedModel, startScriptedModel } from '../model/start';
import { type SessionWorld, startSessionWorld } from '../sessions/start';

export type ClaudeDelivery = {
  model: ScriptedModel;
  world: SessionWorld;
  /** An agent of the real Claude Code whose session listens. */
  readyAgent(): Promise<Agent>;
  turnOf(agentId: string): Promise<string | undefined>;
  stop(): Promise<void>;
};

/** Real sessions of Claude Code, which answers by a script. */
export async function startClaudeDelivery(script: Script): Promise<ClaudeDelivery> {
  const model = await startScriptedModel({ script });
  const world = await startSessionWorld({
    rootDir: process.cwd(),
    env: {
      ANTHROPIC_BASE_URL: model.url,
      ANTHROPIC_API_KEY: 'sk-ant-scripted-0123456789-abcdefghij',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    },
  });
  return {
    model,
    world,
    async readyAgent() {
      const { agent } = await world.addAgent({ provider: 'claude' });
      await world.start(agent.id);
      await world.whenReady(agent.id);
      return agent;
    },
    turnOf: async (agentId) => (await findOpenSession(world.deps.store, agentId))?.turnState,
    async stop() {
      await world.cleanup();
      await model.stop();
    },
  };
}
