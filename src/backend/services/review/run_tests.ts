import { couldRun } from '@/backend/domain/check/could_run';
import type { NewCheck } from '@/backend/resource_accessors/check.accessor';
import type { Project } from '@/backend/resource_accessors/project.accessor';
import { type CommandDeps, type CommandResult, runProjectCommand } from '../command/run_project_command';

/** The name under which the project's own test command is recorded. */
export const TEST_CHECK = 'tests';

export type TestEvidence = Omit<NewCheck, 'id' | 'pullRequestId' | 'sha'>;

/** Runs the project's test command where the work is. Once more when it is red: a flaky test is not the work's fault. */
export async function runTests(
  deps: CommandDeps,
  input: { project: Project; cwd: string; name: string; taskId: string },
): Promise<TestEvidence> {
  const command = input.project.testCommand;
  if (command === null) return { ...nothing, name: TEST_CHECK, state: 'SKIPPED', command: null };
  const timeoutMs = input.project.settings.merge.testTimeoutMinutes * 60_000;
  const { cwd, name } = input;
  const tasks = [input.taskId];
  const once = () =>
    runProjectCommand(deps, { command, cwd, name, timeoutMs, projectId: input.project.id, tasks });
  const first = await once();
  // What took all its time once would take it again, and what is not there is not there a moment later.
  const last = first.ok || first.timedOut || !couldRun(first.exitCode) ? first : await once();
  return describe(command, last, !first.ok && last.ok);
}

const nothing = { exitCode: null, durationMs: null, logTail: '' };

function describe(command: string, result: CommandResult, flaky: boolean): TestEvidence {
  const note = flaky ? '[the first run failed, the second passed]\n' : '';
  return {
    name: TEST_CHECK,
    state: result.ok ? 'PASSED' : 'FAILED',
    command,
    exitCode: result.exitCode,
    durationMs: result.durationMs,
    logTail: `${note}${result.logTail}`,
  };
}
