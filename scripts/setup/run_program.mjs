import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/**
 * Runs a program in the foreground of this terminal and answers its exit code. Ctrl-C reaches the whole foreground
 * group by itself, so SIGINT is passed on only where there is no terminal: twice would read as "at once, without tidying".
 */
export async function runProgram(command, args, { env = {} } = {}) {
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  const pass = (signal) => () => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  const handlers = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => [signal, pass(signal)]);
  for (const [signal, handler] of handlers) process.on(signal, handler);
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode, signal) => resolve(exitCode ?? 128 + (constants.signals[signal] ?? 0)));
  });
  for (const [signal, handler] of handlers) process.off(signal, handler);
  return code;
}
