import { readFileSync } from 'node:fs';
import path from 'node:path';
import { FactoryError } from '@/backend/domain/errors';

/** A file of prompts/ with its `{{places}}` filled in one pass: what is filled in is never searched for places. */
export async function renderPrompt(
  deps: { rootDir: string },
  name: string,
  values: Readonly<Record<string, string>> = {},
): Promise<string> {
  const file = path.join(deps.rootDir, 'prompts', `${name}.md`);
  return read(file)
    .trim()
    .replace(/\{\{(\w+)\}\}/g, (_place, key: string) => {
      const value = values[key];
      if (value !== undefined) return value;
      throw new FactoryError(
        'INTERNAL',
        `The prompt ${name} has no value for ${key}.`,
        'Correct the prompt.',
      );
    })
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** A dozen small files for each agent that starts: read one after the other they take less than handed to threads. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new FactoryError('INTERNAL', `The prompt ${file} cannot be read.`, 'Install the program again.', {
      cause,
    });
  }
}
