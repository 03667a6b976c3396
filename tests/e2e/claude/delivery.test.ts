import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '@/backend/clients/process/run';
import { isMessage, lastAction } from '../../support/claude/history';
import { type ClaudeFactory, startClaudeFactory } from '../../support/claude/start_factory';
import { hasClaude } from '../../support/claude/start_house';
import { call, say } from '../../support/model/reply';
import { waitFor } from '../../support/wait_for';

const COUNT = 24;

const STRANGE = [
  'x',
  'Two lines\nof plain text',
  'Quotes " \' ` and $HOME $(date) {x} \\n \\ end',
  '!ls; rm -rf nothing | cat > /dev/null && echo "done" #hash',
  'Zürich – 東京 – 🏭👩‍🏭 – Ελλάδα – עברית',
  '/help is not a command in the middle\n/clear\n@README.md\n# heading',
  '[A[B [200~ pasted? [201~ no',
  `${'A long line without an end. '.repeat(80)}\n${'and another\n'.repeat(40)}end`,
];

/** The same on every run; together they go from 1 byte to 8 KB. */
function bodyOf(index: number): string {
  const strange = STRANGE[index % STRANGE.length] ?? '';
  return index % 12 === 11
    ? `${strange}\n${'8 KB of text, row by row.\n'.repeat(300)}`.slice(0, 8191).trim()
    : strange;
}

describe.skipIf(!hasClaude)('messages to the real Claude Code', () => {
  let factory: ClaudeFactory;
  beforeAll(async () => {
    factory = await startClaudeFactory({
      files: { 'README.md': '# Sample\n' },
      script: (known) => {
        const last = lastAction(known);
        const count = known.turns.filter(isMessage).length;
        const delayMs = (count % 4) * 150;
        if (last !== null && isMessage(last) && count % 3 === 0) {
          return call('Bash', { command: 'echo working', description: 'Work' }, { delayMs });
        }
        return say('Read.', { delayMs });
      },
    });
  });
  afterAll(() => factory?.stop());

  it('arrive once, whole and in order, whether it is idle, busy or scrolled back', async () => {
    const { api, model, repo, socketPath, column } = factory;
    const role = { provider: 'claude' as const, permissionMode: 'auto' as const };
    const project = await api.project.add.mutate({
      path: repo,
      settings: { supervisor: role, worker: role },
    });
    const epic = await api.task.create.mutate({
      projectId: project.id,
      parentId: null,
      title: 'Listen',
      description: 'Listen.',
    });
    const seen = () => column("SELECT id AS value FROM Delivery WHERE state = 'SEEN'").length;
    await waitFor('the first prompt', () => seen() > 0, { instead: factory.describe, timeoutMs: 60_000 });
    const idle = () =>
      waitFor(
        'the agent to be idle',
        () =>
          column("SELECT id AS value FROM Delivery WHERE state <> 'SEEN'").length === 0 &&
          column('SELECT turnState AS value FROM Session').at(-1) === 'IDLE',
        { instead: factory.describe, timeoutMs: 60_000 },
      );
    const name = column('SELECT tmuxName AS value FROM Session')[0] ?? '';

    for (let index = 0; index < COUNT; index += 1) {
      // Every other group of three finds it idle, and some of those scrolled back; the rest meet it at work.
      if (index % 6 < 3) await idle();
      if (index % 6 === 1) await run('tmux', ['-S', socketPath, 'copy-mode', '-t', `=${name}:`]);
      await api.mail.send.mutate({
        to: { taskId: epic.id },
        subject: `Number ${index}`,
        body: bodyOf(index),
      });
    }
    await waitFor('every message to be seen', () => seen() > COUNT, {
      instead: factory.describe,
      timeoutMs: 120_000,
    });
    await waitFor(
      'the last turn to end',
      () => column('SELECT turnState AS value FROM Session')[0] === 'IDLE',
    );

    expect(model.errors).toEqual([]);
    const said = (model.conversations().at(-1)?.turns ?? []).flatMap((turn) =>
      turn.kind === 'user' ? [turn.text] : [],
    );
    const markers = said.flatMap((text) => [...text.matchAll(/\[factory:(\w+)\]/g)].map((match) => match[1]));
    expect(markers).toEqual(column('SELECT id AS value FROM Delivery ORDER BY ordinal'));
    const all = said.join('\n');
    for (let index = 0; index < COUNT; index += 1) {
      expect(all).toContain(`: Number ${index}\n\n${bodyOf(index)}`);
    }
    const channels = new Set(column('SELECT channel AS value FROM Delivery'));
    expect(channels.size).toBeGreaterThan(1);
  });
});
