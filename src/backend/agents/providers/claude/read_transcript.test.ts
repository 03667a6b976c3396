import { describe, expect, it } from 'vitest';
import { readTranscript } from './read_transcript';

const line = (value: unknown) => `${JSON.stringify(value)}\n`;
const assistant = (id: string, stop: string, text: string, extra: object = {}) =>
  line({
    type: 'assistant',
    timestamp: '2026-11-18T11:00:00Z',
    message: {
      id,
      model: 'claude-opus-4-8',
      stop_reason: stop,
      content: [{ type: 'text', text }],
      usage: { input_tokens: 1_000_000, output_tokens: 0 },
    },
    ...extra,
  });

describe('a transcript of Claude Code', () => {
  it('says nothing where nothing is said', () => {
    expect(readTranscript('')).toEqual({
      usage: [],
      turn: null,
      brokenOffAt: null,
      lastAssistantText: null,
      userTexts: [],
    });
    expect(readTranscript('{"half\nnot json\n[]\n')).toMatchObject({ usage: [], turn: null });
  });

  it('counts a message once, and a helper of the agent too', () => {
    const chunk =
      assistant('m1', 'tool_use', 'one') +
      assistant('m1', 'tool_use', 'two') +
      assistant('m2', 'end_turn', 'inner', { isSidechain: true });
    const reading = readTranscript(chunk);
    expect(reading.usage.map((sample) => sample.costUsd)).toEqual([5, 5]);
    expect(reading).toMatchObject({ turn: 'BUSY', lastAssistantText: 'two' });
  });

  it('knows whose turn it is, and that an error of the service ends one', () => {
    const user = line({ type: 'user', message: { role: 'user', content: 'hi' } });
    expect(readTranscript(user).turn).toBe('BUSY');
    expect(readTranscript(user + assistant('m', 'end_turn', 'bye')).turn).toBe('IDLE');
    const failed = assistant('m', 'stop_sequence', 'API Error', { isApiErrorMessage: true });
    expect(readTranscript(user + failed)).toMatchObject({ turn: 'IDLE', lastAssistantText: null });
  });

  it('knows that a person broke the turn off, and that the next word goes on', () => {
    const timestamp = '2026-11-18T11:00:05Z';
    const text = '[Request interrupted by user for tool use]';
    const broken = line({
      type: 'user',
      timestamp,
      message: { role: 'user', content: [{ type: 'text', text }] },
    });
    const before = assistant('m', 'tool_use', 'on it');
    expect(readTranscript(before + broken)).toMatchObject({ turn: 'IDLE', brokenOffAt: new Date(timestamp) });
    const next = line({ type: 'user', message: { role: 'user', content: 'go on' } });
    expect(readTranscript(before + broken + next)).toMatchObject({ turn: 'BUSY', brokenOffAt: null });
  });
});
