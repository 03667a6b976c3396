import type { Inngest } from 'inngest';
import { type InngestEventName, InngestEvents } from './events';

/** What an event does here: somebody looks again. */
export type Wake = { wake(key: string): void; sweep(): Promise<void> };

/**
 * One function for each event and one for every minute. They only wake the reconciler, which looks for itself, so a
 * repeated, late or invented event does no harm. One run at a time for the same identity, as in the reconciler itself.
 */
export function createFunctions(inngest: Inngest, reconciler: Wake) {
  const onEvent = (name: InngestEventName, identity: string, keyOf: (data: unknown) => string | null) =>
    inngest.createFunction(
      {
        id: `on-${name.replaceAll('.', '-').replaceAll('_', '-')}`,
        triggers: { event: name },
        concurrency: { key: `event.data.${identity}`, limit: 1 },
      },
      async ({ event }) => {
        const key = keyOf(event.data);
        if (key === null) await reconciler.sweep();
        else reconciler.wake(key);
        return { woken: key ?? 'everything' };
      },
    );
  return [
    onEvent('task.top_level.created', 'taskId', (data) =>
      taskKey(InngestEvents['task.top_level.created'].parse(data)),
    ),
    onEvent('task.created', 'taskId', (data) => taskKey(InngestEvents['task.created'].parse(data))),
    onEvent('agent.completed', 'taskId', (data) => taskKey(InngestEvents['agent.completed'].parse(data))),
    onEvent('mail.sent', 'taskId', (data) => {
      const { taskId } = InngestEvents['mail.sent'].parse(data);
      return taskId === null ? 'system' : `task:${taskId}`;
    }),
    onEvent('reconcile.requested', 'key', (data) => InngestEvents['reconcile.requested'].parse(data).key),
    inngest.createFunction(
      { id: 'every-minute', triggers: { cron: '* * * * *' }, concurrency: { limit: 1 } },
      async () => {
        await reconciler.sweep();
        return { woken: 'everything' };
      },
    ),
  ];
}

function taskKey({ taskId }: { taskId: string }): string {
  return `task:${taskId}`;
}
