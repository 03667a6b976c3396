import { FactoryError } from '@/backend/domain/errors';
import { listMail } from '@/backend/resource_accessors/mail.accessor';
import type { Project } from '@/backend/resource_accessors/project.accessor';
import type { Tx } from '@/backend/resource_accessors/store/store';
import { postMail } from '../mail/post_mail';

const NEXT =
  "Correct the test command, or the setup command that installs what it calls, in the project's settings.";

/** The human alone can mend the command of a project, and is asked to once for each wording of it. */
export async function tellUnrunnable(
  tx: Tx,
  newId: () => string,
  input: { project: Project; exitCode: number | null; logTail: string },
): Promise<void> {
  const { project, logTail } = input;
  const subject = `The test command of ${project.name} cannot be run: ${project.testCommand}`.slice(0, 200);
  const known = await listMail(tx, { projectId: project.id, toParty: 'HUMAN', subject, limit: 1 });
  if (known.length > 0) return;
  await postMail(tx, newId, {
    projectId: project.id,
    taskId: null,
    kind: 'failure',
    from: { party: 'SYSTEM' },
    to: { party: 'HUMAN' },
    subject,
    body: `${sayUnrunnable(input)} Nothing is known about the tests, and nothing is merged before they run. No agent is asked to change code for it.\n\n${NEXT}\n\n${logTail.slice(-1000)}`,
  });
}

export function unrunnable(input: {
  project: Project;
  exitCode: number | null;
  logTail: string;
}): FactoryError {
  const next = `${NEXT} The merge is tried again by itself.`;
  return new FactoryError('WRONG_STATE', sayUnrunnable(input), next, {
    data: { exitCode: input.exitCode, logTail: input.logTail.slice(-1000) },
  });
}

function sayUnrunnable({ project, exitCode }: { project: Project; exitCode: number | null }): string {
  return `\`${project.testCommand}\` could not be run (exit code ${exitCode}): a program that it calls is not there.`;
}
