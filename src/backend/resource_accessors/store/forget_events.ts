import { PASSING_KINDS } from '@/shared/event';
import type { Store } from './store';

const PAGE = 2000;

/**
 * Deletes events of passing kinds that are older than `before`, and says up to which number it looked, from where the
 * next call goes on. In pages, so that nobody waits for the write lock, and by number, for which there is an index.
 */
export async function forgetEvents(
  store: Store,
  input: { after: number; before: Date },
): Promise<{ upTo: number; forgotten: number }> {
  let upTo = input.after;
  let forgotten = 0;
  for (;;) {
    const page = await store.client.event.findMany({
      where: { seq: { gt: upTo } },
      orderBy: { seq: 'asc' },
      take: PAGE,
      select: { seq: true, at: true },
    });
    const old = page.filter((event) => event.at < input.before);
    const last = old.at(-1);
    if (last === undefined) return { upTo, forgotten };
    const range = { gt: upTo, lte: last.seq };
    const { count } = await store.write((tx) =>
      tx.client.event.deleteMany({
        where: { seq: range, at: { lt: input.before }, kind: { in: [...PASSING_KINDS] } },
      }),
    );
    upTo = last.seq;
    forgotten += count;
    if (old.length < PAGE) return { upTo, forgotten };
  }
}
