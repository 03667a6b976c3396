import { afterEach, describe, expect, it } from 'vitest';
import { createClaudeProvider } from '@/backend/agents/providers/claude/create_claude_provider';
import { run } from '@/backend/clients/process/run';
import { type ClaudeHouse, hasClaude, startClaudeHouse } from '../../support/claude/start_house';
import { say, unauthorized, usageLimit } from '../../support/model/reply';
import { waitFor } from '../../support/wait_for';

describe.skipIf(!hasClaude)('Claude Code that cannot work', () => {
  let house: ClaudeHouse | undefined;
  afterEach(async () => {
    await house?.stop();
    house = undefined;
  });

  it('is found, with its version and its sign-in', async () => {
    house = await startClaudeHouse({ script: () => say('Hello.') });
    expect(await house.provider.checkHealth()).toMatchObject({ found: true, loggedIn: true, next: '' });

    const { ANTHROPIC_API_KEY: _key, ...signedOut } = house.env;
    const nobody = createClaudeProvider({ run, rootDir: house.dir, env: signedOut });
    const health = await nobody.checkHealth();
    expect(health).toMatchObject({ found: true, version: expect.stringMatching(/^\d+\./), loggedIn: false });
    expect(health.next).toContain('sign in');
    await expect(nobody.prepare(house.contextOf())).rejects.toMatchObject({ code: 'NOT_LOGGED_IN' });

    const nowhere = createClaudeProvider({
      run,
      rootDir: house.dir,
      env: { ...house.env, PATH: '/nonexistent' },
    });
    expect(await nowhere.checkHealth()).toMatchObject({ found: false, path: null, loggedIn: null });
    await expect(nowhere.prepare(house.contextOf())).rejects.toMatchObject({ code: 'MISSING_TOOL' });
    await expect(nowhere.launch(house.contextOf())).rejects.toMatchObject({ code: 'MISSING_TOOL' });
  });

  it('says that its key is refused', async () => {
    house = await startClaudeHouse({ script: () => unauthorized(), env: { CLAUDE_CODE_MAX_RETRIES: '1' } });
    const { provider, hooks } = house;
    const session = await house.start(house.contextOf());
    await session.say('Hello.');
    const failure = await waitFor('the failed turn', () => hooks.of('StopFailure')[0], {
      instead: session.screen,
    });
    expect(provider.readHook('StopFailure', failure.body)).toMatchObject({
      kind: 'turn_ended',
      failure: { kind: 'not_logged_in' },
    });
    await waitFor(
      'the reason on the screen',
      async () =>
        provider.diagnose({ exitStatus: 1, screen: await session.screen() }).kind === 'not_logged_in',
      { instead: session.screen },
    );
  });

  it('says until when a subscription is used up', async () => {
    const resetsAt = new Date(Math.ceil(Date.now() / 3_600_000 + 1) * 3_600_000);
    house = await startClaudeHouse({
      script: () => usageLimit(resetsAt),
      env: { ANTHROPIC_API_KEY: '', CLAUDE_CODE_OAUTH_TOKEN: 'sk-ant-oat01-scripted', TZ: 'UTC' },
    });
    const { provider, hooks } = house;
    const session = await house.start(house.contextOf());
    await session.say('Hello.');
    const failure = await waitFor('the failed turn', () => hooks.of('StopFailure')[0], {
      instead: session.screen,
    });
    expect(provider.readHook('StopFailure', failure.body)).toMatchObject({
      failure: { kind: 'usage_limit', until: resetsAt },
    });
    const diagnosis = await waitFor(
      'the reason on the screen',
      async () => {
        const found = provider.diagnose({ exitStatus: 1, screen: await session.screen() });
        return found.kind === 'usage_limit' && found;
      },
      { instead: session.screen },
    );
    expect(diagnosis.until).toEqual(resetsAt);
  });
});
