import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { permissionsOf } from '@/backend/agents/roles/permissions';
import { run } from '@/backend/clients/process/run';
import { lineRunsOneOf } from '@/backend/domain/permission/runs_one_of';
import {
  type ClaudeHouse,
  type ClaudeSession,
  hasClaude,
  startClaudeHouse,
} from '../../support/claude/start_house';
import { type Conversation, resultsOf, userText } from '../../support/model/conversation';
import { call, reply, say } from '../../support/model/reply';
import type { Script } from '../../support/model/start';
import { waitFor } from '../../support/wait_for';

if (!hasClaude) console.warn('SKIPPED: Claude Code is not in node_modules, so nothing of it is tested here.');

describe.skipIf(!hasClaude)('Claude Code in a terminal', () => {
  let house: ClaudeHouse;
  beforeAll(async () => {
    house = await startClaudeHouse({
      script: () => say('Ready.'),
      tools: [
        {
          server: 'task',
          name: 'list',
          description: 'Lists tasks',
          input: { state: z.string() },
          run: () => 'one task',
        },
      ],
    });
    await writeFile(
      path.join(house.userHome, '.claude.json'),
      JSON.stringify({
        hasCompletedOnboarding: true,
        mine: { kept: [1, 2] },
        projects: { '/a': { x: 1 } },
      }),
    );
  });
  afterAll(() => house?.stop());
  beforeEach(() => house.hooks.setAnswer(() => undefined));

  const ready = async (session: ClaudeSession) => {
    const token = `Bearer ${session.context.token}`;
    await waitFor('its tools', () => house.mcp.listed.some((listed) => listed.token === token), {
      instead: session.screen,
    });
  };
  const hooksOf = (session: ClaudeSession, event: string) =>
    house.hooks.of(event).filter((hook) => hook.body.session_id === session.context.agent.providerSessionId);
  const turns = (session: ClaudeSession, count: number) =>
    waitFor(`${count} ended turns`, () => hooksOf(session, 'Stop').length >= count, {
      instead: session.screen,
    });
  const conversation = (session: ClaudeSession): Conversation | undefined =>
    house.model
      .conversations()
      .findLast((known) => known.sessionId === session.context.agent.providerSessionId);

  it('starts with no question on the screen, calls a tool with its token, edits, commits and ends its turn', async () => {
    house.model.setScript(
      inSteps([
        call('mcp__task__list', { state: 'PENDING' }),
        call('Write', { file_path: path.join(house.worktree, 'hello.txt'), content: 'hello\n' }),
        call('Bash', { command: 'git add hello.txt && git commit -q -m "Say hello"', description: 'Commit' }),
        say('All done.'),
      ]),
    );
    const session = await house.start(house.contextOf());
    await ready(session);
    await session.say('[factory:d-1]\nSay hello, please.');
    await turns(session, 1);

    const [call1] = house.mcp.calls;
    expect(call1).toMatchObject({ tool: 'list', token: `Bearer ${session.context.token}` });
    const log = await run('git', ['log', '-1', '--format=%s', '--', 'hello.txt'], { cwd: house.worktree });
    expect(log.stdout.trim()).toBe('Say hello');
    expect(conversation(session)?.system).toContain('You are a worker of the factory.');

    const events = hooksOf(session, 'PreToolUse').map((hook) =>
      house.provider.readHook('PreToolUse', hook.body),
    );
    expect(events).toMatchObject([
      { kind: 'tool_used', tool: 'mcp__task__list' },
      { kind: 'tool_used', tool: 'Write', summary: path.join(house.worktree, 'hello.txt') },
      { kind: 'tool_used', tool: 'Bash' },
    ]);
    const ended = hooksOf(session, 'Stop')[0];
    expect(house.provider.readHook('Stop', ended?.body)).toMatchObject({
      kind: 'turn_ended',
      lastAssistantText: 'All done.',
      continued: false,
      failure: null,
    });
    expect(hooksOf(session, 'Stop').every((hook) => hook.token === `Bearer ${session.context.token}`)).toBe(
      true,
    );
    await leavesNoTrace(session);

    await session.say('/exit');
    const dead = await house.tmux.whenDead(session.name);
    expect(dead.exitStatus).toBe(0);
    expect(house.provider.readHook('SessionEnd', hooksOf(session, 'SessionEnd')[0]?.body)).toMatchObject({
      kind: 'session_ended',
      reason: 'prompt_input_exit',
    });
  });

  const leavesNoTrace = async (session: ClaudeSession) => {
    const processes = await run('ps', ['-eo', 'args']);
    expect(processes.stdout).toContain(session.context.agent.providerSessionId);
    expect(processes.stdout).not.toContain(session.context.token);
    const launch = await house.provider.launch(session.context);
    for (const file of launch.files) expect((await stat(file.path)).mode & 0o777).toBe(0o600);
    const status = await run('git', ['status', '--porcelain'], { cwd: house.worktree });
    expect(status.stdout).toBe('');
    const config = z
      .looseObject({ projects: z.record(z.string(), z.looseObject({})) })
      .parse(JSON.parse(await readFile(path.join(house.userHome, '.claude.json'), 'utf8')));
    expect(config).toMatchObject({ mine: { kept: [1, 2] } });
    expect(config.projects).toMatchObject({ '/a': { x: 1 } });
    expect(config).not.toHaveProperty('customApiKeyResponses');
  };

  it('takes text while idle by paste and Enter, and while busy by the answer to its hooks', async () => {
    house.model.setScript((known) => {
      const said = userText(known);
      if (
        said.includes('[factory:during]') &&
        resultsOf(known, 'Bash').length === 1 &&
        !said.includes('[factory:after]')
      ) {
        return say('I have read it beside the result.');
      }
      if (said.includes('[factory:after]')) return say('And after the turn.');
      if (said.includes('Work a while'))
        return call('Bash', { command: 'echo working', description: 'Work' });
      return say('Waiting.');
    });
    house.hooks.setAnswer((hook) => {
      if (hook.event === 'PostToolUse') {
        return house.provider.writeHookAnswer('PostToolUse', {
          kind: 'deliver',
          text: '[factory:during]\nBusy mail',
        });
      }
      if (hook.event === 'Stop' && hook.body.stop_hook_active !== true && hooksOfTool() > 0) {
        return house.provider.writeHookAnswer('Stop', {
          kind: 'deliver',
          text: '[factory:after]\nMore mail',
        });
      }
      return undefined;
    });
    const session = await house.start(house.contextOf());
    const hooksOfTool = () => hooksOf(session, 'PostToolUse').length;
    await ready(session);

    const text = '[factory:idle]\nFirst line\n  "quotes" $HOME `ticks` \\n – Zürich 東京 🏭';
    await session.say(text);
    await turns(session, 1);
    expect(
      house.provider.readHook('UserPromptSubmit', hooksOf(session, 'UserPromptSubmit')[0]?.body),
    ).toMatchObject({
      kind: 'prompt_seen',
      prompt: text,
    });

    await session.say('[factory:busy]\nWork a while');
    await turns(session, 3);
    expect(house.provider.readHook('Stop', hooksOf(session, 'Stop').at(-1)?.body)).toMatchObject({
      kind: 'turn_ended',
      continued: true,
      lastAssistantText: 'And after the turn.',
    });

    // The transcript is a second witness of what was handed over.
    const file = house.provider.transcriptPath(session.context) ?? '';
    const reading = await waitFor('the transcript', async () => {
      const found = house.provider.readTranscript(await readFile(file, 'utf8'));
      return found.turn === 'IDLE' && found.lastAssistantText === 'And after the turn.' ? found : null;
    });
    expect(reading.userTexts).toContain(text);
    for (const marker of ['[factory:busy]', '[factory:during]', '[factory:after]']) {
      expect(reading.userTexts.filter((seen) => seen.includes(marker))).toHaveLength(1);
    }
    await house.tmux.tmux.killSession({ name: session.name });
  });

  it('is killed in the middle of its work and goes on with the same conversation', async () => {
    house.model.setScript((known) =>
      userText(known).includes('Go on')
        ? say('I remember the number 4711.')
        : say('Thinking.', { delayMs: 60_000 }),
    );
    const context = house.contextOf();
    const session = await house.start(context);
    await ready(session);
    expect(await house.provider.canResume(context)).toBe(false);
    await session.say('[factory:before]\nThe number is 4711.');
    await waitFor('the conversation on disk', () => house.provider.canResume(context), {
      instead: session.screen,
    });
    const pane = await house.tmux.tmux.readSession({ name: session.name });
    process.kill(pane?.panePid ?? 0, 'SIGKILL');
    const dead = await house.tmux.whenDead(session.name);
    expect(
      house.provider.diagnose({ exitStatus: dead.exitStatus, screen: await session.screen() }).kind,
    ).toBe('crashed');

    expect(await house.provider.canResume(context)).toBe(true);
    const again = await house.start({ ...context, resume: true });
    await ready(again);
    await again.say('[factory:again]\nGo on.');
    await turns(again, 1);
    const known = conversation(again);
    expect(known === undefined ? '' : userText(known)).toContain('The number is 4711.');
    expect(
      hooksOf(again, 'SessionStart').map((hook) => house.provider.readHook('SessionStart', hook.body)),
    ).toMatchObject([{ source: 'startup' }, { source: 'resume' }]);
    await house.tmux.tmux.killSession({ name: again.name });
  });

  it('starts anew under the same id when it was killed before anything was said', async () => {
    house.model.setScript(() => say('Hello.'));
    const context = house.contextOf();
    const file = house.provider.transcriptPath(context) ?? '';
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, `${JSON.stringify({ type: 'ai-title', aiTitle: 'A title' })}\n`);
    expect(await house.provider.canResume(context)).toBe(false);
    const session = await house.start({ ...context, resume: true });
    await ready(session);
    await session.say('[factory:anew]\nHello?');
    await turns(session, 1);
    await house.tmux.tmux.killSession({ name: session.name });
  });

  it('asks for what is not on its list, waits through a restart of the server, and takes the answer', async () => {
    house.model.setScript(
      inSteps([
        call('Bash', { command: 'curl -s http://127.0.0.1:1/', description: 'Fetch' }),
        call('Bash', { command: 'printenv HOME > asked.txt', description: 'Write' }),
        call('AskUserQuestion', {
          questions: [
            {
              question: 'Which colour?',
              header: 'Colour',
              multiSelect: false,
              options: [
                { label: 'Red', description: 'warm' },
                { label: 'Blue', description: 'cold' },
              ],
            },
          ],
        }),
        call('Bash', { command: 'git push origin HEAD', description: 'Push' }),
        say('Asked.'),
      ]),
    );
    const asked = new Map<string, number>();
    house.hooks.setAnswer((hook) => {
      if (hook.event !== 'PermissionRequest') return undefined;
      const event = house.provider.readHook('PermissionRequest', hook.body);
      if (event?.kind === 'question_asked') {
        return house.provider.writeHookAnswer(hook.event, {
          kind: 'replies',
          replies: { 'Which colour?': 'Blue' },
        });
      }
      if (event?.kind !== 'permission_asked') return undefined;
      const times = (asked.get(event.requestId) ?? 0) + 1;
      asked.set(event.requestId, times);
      if (times === 1) throw new Error('The server is being restarted.');
      if (times === 2) return house.provider.writeHookAnswer(hook.event, { kind: 'pending' });
      const allow = !event.summary.startsWith('curl');
      return house.provider.writeHookAnswer(hook.event, {
        kind: 'decision',
        allow,
        message: 'No network here.',
      });
    });
    const session = await house.start(house.contextOf({ agent: { permissionMode: 'strict' } }));
    await ready(session);
    await session.say('[factory:ask]\nTry these.');
    await turns(session, 1);

    const results = conversation(session)?.turns.filter((turn) => turn.kind === 'tool_result') ?? [];
    expect(results[0]).toMatchObject({ isError: true, text: expect.stringContaining('No network here.') });
    expect(results[1]).toMatchObject({ isError: false });
    expect(results[2]).toMatchObject({ text: expect.stringContaining('"Which colour?"="Blue"') });
    expect(results[3]).toMatchObject({ isError: true });
    expect([...asked.values()]).toEqual([3, 3]);
    await run('git', ['clean', '-fdq'], { cwd: house.worktree });
    await house.tmux.tmux.killSession({ name: session.name });
  });

  it('asks a person before it publishes, though the program is allowed', async () => {
    house.model.setScript(
      inSteps([
        call('Bash', { command: 'npm --version', description: 'Look' }),
        call('Bash', { command: 'npm publish --dry-run', description: 'Publish' }),
        call('Bash', { command: 'npm --workspace a publish', description: 'Publish' }),
        call('Bash', { command: 'git -C . push', description: 'Push' }),
        say('Asked.'),
      ]),
    );
    const asked: string[] = [];
    house.hooks.setAnswer((hook) => {
      const event = house.provider.readHook(hook.event, hook.body);
      if (event?.kind === 'tool_used' && event.command !== null) {
        const { asked: outward, forbidden } = permissionsOf('WORKER', 'auto');
        const decision = lineRunsOneOf(event.command, forbidden) ? 'deny' : 'ask';
        if (decision === 'ask' && !lineRunsOneOf(event.command, outward)) return undefined;
        return house.provider.writeHookAnswer(hook.event, { kind: 'gate', decision, message: 'Wait.' });
      }
      if (event?.kind !== 'permission_asked') return undefined;
      asked.push(event.summary);
      return house.provider.writeHookAnswer(hook.event, {
        kind: 'decision',
        allow: false,
        message: 'Not yet.',
      });
    });
    const session = await house.start(house.contextOf({ agent: { permissionMode: 'auto' } }));
    await ready(session);
    await session.say('[factory:publish]\nTry these.');
    await turns(session, 1);
    expect(asked).toEqual(['npm publish --dry-run', 'npm --workspace a publish']);
    const results = conversation(session)?.turns.filter((turn) => turn.kind === 'tool_result') ?? [];
    expect(results.map((result) => result.isError)).toEqual([false, true, true, true]);
    expect(results[3]).toMatchObject({ text: expect.stringContaining('Wait.') });
    await house.tmux.tmux.killSession({ name: session.name });
  });

  it('counts tokens and cost once for a message of several parts', async () => {
    house.model.setScript((known) => {
      const usage = {
        input_tokens: 1000,
        output_tokens: 200,
        cache_read_input_tokens: 10_000,
        cache_creation_input_tokens: 400,
      };
      if (resultsOf(known, 'Bash').length > 0) return say('Counted.', { usage });
      return reply(
        [
          { type: 'text', text: 'Counting.' },
          { type: 'tool_use', name: 'Bash', input: { command: 'true', description: 'Nothing' } },
        ],
        { usage },
      );
    });
    const session = await house.start(house.contextOf({ agent: { model: 'sonnet' } }));
    await ready(session);
    await session.say('[factory:count]\nCount.');
    await turns(session, 1);
    const file = house.provider.transcriptPath(session.context) ?? '';
    const reading = await waitFor('the transcript', async () => {
      const found = house.provider.readTranscript(await readFile(file, 'utf8'));
      return found.lastAssistantText === 'Counted.' ? found : null;
    });
    expect(reading.usage).toHaveLength(2);
    expect(reading.usage[0]).toMatchObject({
      inputTokens: 1000,
      outputTokens: 200,
      cacheReadTokens: 10_000,
      cacheWriteTokens: 400,
      model: expect.stringContaining('sonnet'),
    });
    expect(reading.usage[0]?.costUsd).toBeCloseTo((3 * (1000 + 1000 + 500) + 15 * 200) / 1e6, 6);
    await house.tmux.tmux.killSession({ name: session.name });
  });
});

/** One reply for each result that has come back in the present turn's conversation. */
function inSteps(steps: readonly ReturnType<typeof say>[]): Script {
  return (known) => {
    const done = known.turns.filter((turn) => turn.kind === 'tool_result').length;
    return steps[Math.min(done, steps.length - 1)] ?? say('Done.');
  };
}
