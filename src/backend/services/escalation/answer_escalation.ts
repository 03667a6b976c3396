import { closeEscalation, type Escalation } from '@/backend/resource_accessors/escalation.accessor';
import type { Deps } from '../deps';
import { tellAnswer } from './tell_answer';

/** The human's answer to a question. The first one stands. */
export async function answerEscalation(
  deps: Pick<Deps, 'store' | 'newId'>,
  input: { id: string; answer: string; note: string | null },
): Promise<Escalation> {
  return deps.store.write(async (tx) => {
    const closed = await closeEscalation(tx, input.id, {
      state: 'ANSWERED',
      answer: input.answer,
      note: input.note,
    });
    await tellAnswer(tx, deps.newId, closed);
    return closed;
  });
}
