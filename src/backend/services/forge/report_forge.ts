import type { FactoryError } from '@/backend/domain/errors';
import { setCondition } from '@/backend/resource_accessors/condition.accessor';
import type { Project } from '@/backend/resource_accessors/project.accessor';
import type { Deps } from '../deps';

type Report =
  | { kind: 'well' }
  | { kind: 'none' }
  | { kind: 'limited'; until: Date }
  | { kind: 'failed'; failure: FactoryError };

export const FORGE_UNAVAILABLE = 'ForgeUnavailable';

/** Says on the project how it stands with GitHub. It is information: nothing stops for it. */
export async function reportForge(
  deps: Pick<Deps, 'store' | 'newId'>,
  project: Project,
  report: Report,
): Promise<void> {
  await deps.store.write((tx) =>
    setCondition(
      tx,
      {
        id: deps.newId(),
        subjectKind: 'PROJECT',
        subjectId: project.id,
        type: FORGE_UNAVAILABLE,
        ...describe(report),
      },
      { projectId: project.id },
    ),
  );
}

function describe(report: Report): { status: boolean; reason: string; message: string } {
  switch (report.kind) {
    case 'well':
      return { status: false, reason: 'resolved', message: 'GitHub answers.' };
    case 'none':
      return { status: false, reason: 'resolved', message: 'It is not on GitHub.' };
    case 'limited':
      return {
        status: true,
        reason: 'rate_limited',
        message: `GitHub's rate limit is used up until ${report.until.toISOString()}. Work goes on here; it is mirrored then.`,
      };
    case 'failed':
      return { status: true, reason: report.failure.code.toLowerCase(), message: report.failure.sentence };
  }
}
