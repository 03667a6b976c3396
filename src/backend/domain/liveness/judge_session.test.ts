import { describe, expect, it } from 'vitest';
import { type JudgeInput, judgeSession, type PaneFacts, type SessionFacts } from './judge_session';

const at = new Date('2030-01-01T12:00:00Z');
const ago = (minutes: number) => new Date(at.getTime() - minutes * 60_000);
const pane: PaneFacts = {
  name: 'worker-x',
  marker: 'm',
  dead: false,
  exitStatus: null,
  alive: true,
  lastOutputAt: null,
};
const session: SessionFacts = {
  serverUrl: 'http://here',
  turnState: 'BUSY',
  turnSince: ago(60),
  startedAt: ago(90),
  readyAt: ago(89),
  lastHookAt: ago(60),
  lastOutputAt: null,
};
const judge = (change: Partial<JudgeInput>) =>
  judgeSession({
    session,
    pane,
    at,
    watchedSince: ago(600),
    serverUrl: 'http://here',
    hungMinutes: 20,
    startMinutes: 5,
    hasQuestion: false,
    ...change,
  }).kind;

describe('judgeSession', () => {
  it.each<[string, Partial<JudgeInput>, string]>([
    ['no pane', { pane: null }, 'gone'],
    ['a dead pane', { pane: { ...pane, dead: true, exitStatus: 1 } }, 'gone'],
    ['a pane whose process died', { pane: { ...pane, alive: false } }, 'gone'],
    ['tools that point elsewhere', { session: { ...session, serverUrl: 'http://there' } }, 'elsewhere'],
    ['an open turn with no sign of life', {}, 'hung'],
    ['silence while nobody looked', { watchedSince: ago(19) }, 'alive'],
    ['silence since somebody looks again', { watchedSince: ago(21) }, 'hung'],
    ['a recent hook', { session: { ...session, lastHookAt: ago(19) } }, 'alive'],
    ['recent output on the screen', { pane: { ...pane, lastOutputAt: ago(1) } }, 'alive'],
    ['a transcript that grew', { session: { ...session, lastOutputAt: ago(2) } }, 'alive'],
    ['an idle agent, however quiet', { session: { ...session, turnState: 'IDLE' } }, 'alive'],
    ['a question to the human', { hasQuestion: true }, 'alive'],
    [
      'a start that never ends, whatever it draws',
      {
        session: {
          ...session,
          turnState: 'STARTING',
          readyAt: null,
          lastHookAt: null,
          turnSince: ago(6),
          startedAt: ago(6),
        },
        pane: { ...pane, lastOutputAt: at },
      },
      'hung',
    ],
    [
      'a start under way',
      {
        session: {
          ...session,
          turnState: 'STARTING',
          readyAt: null,
          lastHookAt: null,
          turnSince: ago(2),
          startedAt: ago(2),
        },
      },
      'alive',
    ],
  ])('%s', (_, change, expected) => expect(judge(change)).toBe(expected));
});
