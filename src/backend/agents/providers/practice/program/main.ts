import { readFileSync } from 'node:fs';
import path from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { PracticeConfig } from '@/shared/practice';
import { type Agent, createAgent, TurnOver } from './agent';
import { createConversation } from './conversation';
import { createGit, runProgram } from './git';
import { createHooks } from './hooks';
import { openMemory } from './memory';
import { listen } from './roles/listen';
import { supervise } from './roles/supervise';
import { work } from './roles/work';
import { findScenario } from './scenario/find_scenario';
import { createKeyReader } from './terminal/read_keys';
import { openScreen, type Screen } from './terminal/screen';
import { createTools } from './tools';
import { openTranscript } from './transcript';

const ESCAPE_WAITS_MS = 30;

/** A scripted coding agent: a real process, a real MCP client and real commits, but no model behind it. */
async function main(configFile: string): Promise<void> {
  const config = PracticeConfig.parse(JSON.parse(readFileSync(configFile, 'utf8')));
  const screen = openScreen(process.stdout);
  const memoryFile = openMemory({
    dir: config.stateDir,
    conversationId: config.conversationId,
    resume: config.resume,
  });
  const transcript = openTranscript(path.join(config.stateDir, `${config.conversationId}.jsonl`));
  const onTrouble = (message: string) => screen.print(message, 'yellow');
  const hooks = createHooks({ config, transcriptPath: transcript.path, onTrouble });
  const tools = createTools({ config, onTrouble });
  const agent = createAgent({
    config,
    git: createGit(config.worktree),
    hooks,
    screen,
    tools,
    transcript,
    memoryFile,
    onDelivery: (text) => conversation.takeAlong(text),
  });
  const leave = (reason: string, code: number) => {
    screen.close();
    void Promise.race([
      hooks.tell({ kind: 'session_ended', reason }),
      new Promise((resolve) => setTimeout(resolve, 500)),
    ]).finally(() => process.exit(code));
  };
  greet(config, screen);
  const conversation = createConversation({
    hooks,
    screen,
    transcript,
    act: async ({ text }) => {
      await act(agent, text);
      return agent.lastWords();
    },
    interrupt: agent.interrupt,
    leave: () => leave('left', 0),
  });
  readTerminal(conversation.press);
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => leave(signal, 0));

  await hooks.tell({ kind: 'session_started', source: config.resume ? 'resume' : 'startup' });
  const names = await tools.connect();
  screen.print(`${names.length} tools from ${config.servers.length} servers. Waiting for work.`, 'dim');
}

async function act(agent: Agent, text: string): Promise<void> {
  try {
    if (text.startsWith('!')) return await runByHand(agent, text.slice(1).trim());
    if (findScenario(agent.config, text).scenario.mode === 'listen') return await listen(agent, text);
    await (agent.config.role === 'SUPERVISOR' ? supervise : work)(agent, text);
  } catch (error) {
    if (error instanceof TurnOver) {
      if (error.message !== '') agent.say(error.message);
      return;
    }
    agent.say(`Something went wrong: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** As in Claude Code, a line that starts with ! is a command for the shell of whoever types it. */
async function runByHand(agent: Agent, command: string): Promise<void> {
  await agent.use('Bash', command, async () => {
    const result = await runProgram(['/bin/sh', '-c', command], agent.config.worktree);
    return { ok: result.code === 0, text: `${result.stdout}${result.stderr}`, data: undefined };
  });
}

function readTerminal(
  press: (key: ReturnType<ReturnType<typeof createKeyReader>['read']>[number]) => void,
): void {
  const keys = createKeyReader();
  const decoder = new StringDecoder('utf8');
  let timer: NodeJS.Timeout | undefined;
  if (process.stdin.isTTY) process.stdin.setRawMode(true);
  process.stdin.on('data', (chunk: Buffer) => {
    clearTimeout(timer);
    for (const key of keys.read(decoder.write(chunk))) press(key);
    timer = setTimeout(() => keys.flush().forEach(press), ESCAPE_WAITS_MS);
  });
}

function greet(config: PracticeConfig, screen: Screen): void {
  screen.print(`╭─ ${config.name} · ${config.role.toLowerCase()} · practice agent`, 'magenta');
  screen.print(`│  ${config.worktree}`, 'dim');
  screen.print(
    `╰─ ${config.resume ? 'going on where it was' : 'scripted: no model, no cost, real commits'}`,
    'dim',
  );
}

const file = process.argv[2];
if (file === undefined) {
  console.error('Usage: practice <config file>. It is started by Factory Factory.');
  process.exit(2);
}
main(file).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
