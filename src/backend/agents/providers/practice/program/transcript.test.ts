import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openTranscript } from './transcript';

it('begins a line of its own after one that a full disk cut off', () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'ff-transcript-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const file = path.join(dir, 'a.jsonl');
  openTranscript(file).add({ type: 'prompt', text: 'one', via: 'terminal' });
  const whole = readFileSync(file, 'utf8');
  writeFileSync(file, `${whole}{"type":"tool","tool":"x`);
  const transcript = openTranscript(file);
  transcript.add({ type: 'prompt', text: 'two', via: 'terminal' });
  transcript.add({ type: 'prompt', text: 'three', via: 'terminal' });
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  expect(lines).toHaveLength(4);
  expect(lines.slice(2).map((line) => JSON.parse(line).text)).toEqual(['two', 'three']);
});
