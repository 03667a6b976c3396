import { expect, it } from 'vitest';
import { z } from 'zod';
import { SystemLimits } from './limits';
import { ProjectSettings, UpdateProject } from './project';
import { speakPlainly } from './say_mistake';

speakPlainly();

const wordsFor = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map((issue) => issue.message);
const workers = (maxWorkers: number) => wordsFor(ProjectSettings, { limits: { maxWorkers } });

it('says of numbers what a person would', () => {
  expect(workers(0)).toEqual(['At least 1.']);
  expect(workers(65)).toEqual(['At most 64.']);
  expect(workers(1.5)).toEqual(['Give a whole number.']);
  expect(workers(Number.NaN)).toEqual(['Give a number.']);
  expect(wordsFor(SystemLimits, { hungMinutes: 0 })).toEqual(['At least 0.01.']);
  expect(wordsFor(SystemLimits, { hungMinutes: 9999 })).toEqual(['At most 1,440.']);
});

it('says of texts what a person would, and leaves a schema its own words', () => {
  const id = 'a'.repeat(24);
  expect(wordsFor(UpdateProject, { id, name: '' })).toEqual(['Give the project a name.']);
  expect(wordsFor(UpdateProject, { id, name: 'x'.repeat(101) })).toEqual(['At most 100 characters.']);
  expect(wordsFor(UpdateProject, { id, defaultBranch: '' })).toEqual(['This cannot be empty.']);
  expect(wordsFor(z.boolean(), 'x')).toEqual(['Invalid input: expected boolean, received string']);
});
