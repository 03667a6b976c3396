import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { SetupProblem } from './problem.mjs';
import { startProgress } from './progress.mjs';

const TAIL_LINES = 25;

/**
 * Runs one program of the set-up: its output goes to a log, one live line to the person waiting. It gets a process
 * group of its own, so that an interrupted set-up can end it together with everything it started.
 */
export async function runLogged(context, { label, command, args, env, note, next, explain }) {
  const log = path.join(context.stateFolder, 'setup.log');
  mkdirSync(context.stateFolder, { recursive: true });
  const output = createWriteStream(log);
  const progress = startProgress(label);

  const child = spawn(command, args, {
    cwd: context.root,
    env: { ...process.env, ...context.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const stop = endGroupOnSignal(child);
  context.nameChild?.(child.pid);
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      output.write(`${line}\n`);
      if (note) progress.note(note(line));
    });
  }

  const ending = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(code === 0 ? undefined : (signal ?? `exit code ${code}`)));
  });
  stop();
  await new Promise((resolve) => output.end(resolve));
  context.nameChild?.(undefined);
  progress.end(ending === undefined);
  if (ending === undefined) return;

  const text = readFileSync(log, 'utf8');
  throw new SetupProblem(
    `${label} failed (${ending}).`,
    `${explain?.(text) ?? next ?? 'Repair that, then run this command again.'}\nThe whole log is in ${path.relative(context.root, log)}.`,
    { detail: text.trimEnd().split('\n').slice(-TAIL_LINES).join('\n') },
  );
}

function endGroupOnSignal(child) {
  const end = (signal, number) => () => {
    try {
      process.kill(-child.pid, signal);
    } catch {
      // Already gone.
    }
    process.exit(128 + number);
  };
  const handlers = { SIGINT: end('SIGINT', 2), SIGTERM: end('SIGTERM', 15), SIGHUP: end('SIGHUP', 1) };
  for (const [signal, handler] of Object.entries(handlers)) process.on(signal, handler);
  return () => {
    for (const [signal, handler] of Object.entries(handlers)) process.off(signal, handler);
  };
}
