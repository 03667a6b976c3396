import type { Rest } from '@/backend/domain/task/board';
import type { Db } from '../store/store';

const REST_OF: Record<string, Rest> = {
  not_logged_in: 'sign_in',
  missing: 'program',
  usage_limit: 'allowance',
};

/** Why an agent cannot go on, by its id; few ever have to wait at the same time. */
export async function readRests(db: Db): Promise<Map<string, Rest>> {
  const said = await db.client.condition.findMany({
    where: { subjectKind: 'AGENT', status: true, type: { in: ['ProviderUnavailable', 'UsageLimit'] } },
    select: { subjectId: true, reason: true },
  });
  return new Map(
    said.flatMap(({ subjectId, reason }) => {
      const rest = REST_OF[reason];
      return rest === undefined ? [] : [[subjectId, rest]];
    }),
  );
}
