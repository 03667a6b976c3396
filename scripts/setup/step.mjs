import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { writeAtomically } from './write_atomically.mjs';

/**
 * A step is `{ name, key(context), outputs(context), run(context) }`. Its stamp holds the key it last succeeded with;
 * `key` is undefined when there is nothing to do.
 */
export function isFresh(context, step) {
  const key = step.key(context);
  if (key === undefined) return true;
  return (
    readStamp(context, step) === key &&
    step.outputs(context).every((file) => existsSync(path.join(context.root, file)))
  );
}

/**
 * The stamp goes before the work starts and comes back only after it: an interruption at any point means "run again".
 * The key is taken before the work, so that an input edited meanwhile also means "run again".
 */
export async function refresh(context, step) {
  if (isFresh(context, step)) return false;
  const key = step.key(context);
  rmSync(stampFile(context, step), { force: true });
  await step.run(context);
  writeAtomically(stampFile(context, step), key);
  return true;
}

function readStamp(context, step) {
  try {
    return readFileSync(stampFile(context, step), 'utf8');
  } catch {
    return undefined;
  }
}

function stampFile({ stateFolder }, step) {
  return path.join(stateFolder, `${step.name}.stamp`);
}
