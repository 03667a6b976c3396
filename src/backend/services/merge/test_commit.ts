import { readFile, writeFile } from 'node:fs/promises';
import { couldRun } from '@/backend/domain/check/could_run';
import type { Project } from '@/backend/resource_accessors/project.accessor';
import { type CommandDeps, runProjectCommand } from '../command/run_project_command';
import type { Deps } from '../deps';
import { integrationFolder, preparedMark } from './integration_folder';

type Input = {
  project: Project;
  epicId: string;
  sha: string;
  /** Whose work it is, beside the epic's: nobody waits for the tests of what was given up. */
  members?: readonly string[];
  /** A second look after red starts from a fresh set-up, in case what was installed is what is stale. */
  again: boolean;
  onLog?: ((logPath: string) => void) | undefined;
};

/**
 * `ran`: it says something about the commit. A command that is not there says nothing. `setUp`: the project's set-up
 * command did what it should, so it was the tests themselves that ran.
 */
type TestRun = { ok: boolean; ran: boolean; setUp: boolean; exitCode: number | null; logTail: string };

/** Runs the project's test command on exactly the files of one commit, in a folder of its own. */
export async function testCommit(deps: CommandDeps & Pick<Deps, 'git'>, input: Input): Promise<TestRun> {
  const { project, epicId } = input;
  const cwd = integrationFolder(deps, { epicId, project });
  await deps.git.checkoutIntegration({
    repo: project.repoPath,
    path: cwd,
    sha: input.sha,
    keepIgnored: true,
  });
  const timeoutMs = project.settings.merge.testTimeoutMinutes * 60_000;
  const tasks = [epicId, ...(input.members ?? [])];
  const { onLog } = input;
  const runIn = (command: string, what: string) =>
    runProjectCommand(deps, {
      command,
      cwd,
      name: `${what}-${epicId}`,
      timeoutMs,
      projectId: project.id,
      tasks,
      onLog,
    });
  if (project.setupCommand !== null && (input.again || !(await isPrepared(cwd, project.setupCommand)))) {
    const setup = await runIn(project.setupCommand, 'setup');
    if (!setup.ok) {
      return {
        ok: false,
        ran: true,
        setUp: false,
        exitCode: null,
        logTail: `[the set-up command failed]\n${setup.logTail}`,
      };
    }
    await writeFile(preparedMark(cwd), project.setupCommand);
  }
  const { ok, exitCode, logTail } = await runIn(project.testCommand ?? 'true', 'merge');
  return { ok, ran: ok || couldRun(exitCode), setUp: true, exitCode, logTail };
}

async function isPrepared(cwd: string, command: string): Promise<boolean> {
  return (await readFile(preparedMark(cwd), 'utf8').catch(() => null)) === command;
}
