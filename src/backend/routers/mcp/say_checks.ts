import { couldRun } from '@/backend/domain/check/could_run';
import type { Check } from '@/backend/resource_accessors/check.accessor';

const TAIL = 1500;

/** Test results in words, with the end of the log of what failed. */
export function sayChecks(checks: readonly Check[]): string {
  if (checks.length === 0) return 'No checks were recorded for this head.';
  return checks.map(say).join('\n');
}

function say(check: Check): string {
  if (check.state === 'SKIPPED') return `${check.name}: skipped, the project has no test command.`;
  const how = check.command === null ? '' : ` (${check.command})`;
  if (check.state !== 'FAILED') return `${check.name}: ${check.state}${how}`;
  if (!couldRun(check.exitCode)) {
    return `${check.name}: COULD NOT BE RUN${how}, exit code ${check.exitCode}: a program that it calls is not there. The log ends with:\n${check.logTail.slice(-TAIL)}`;
  }
  return `${check.name}: FAILED${how}, exit code ${check.exitCode ?? 'none'}. The log ends with:\n${check.logTail.slice(-TAIL)}`;
}
