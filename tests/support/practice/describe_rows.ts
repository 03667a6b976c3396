import path from 'node:path';
import Database from 'better-sqlite3';

/** What decides whose turn it is, a table each; and the last of what happened. */
const QUESTIONS = {
  agents: 'SELECT id, role, taskId, desiredExecutionState, executionState, parkedUntil, retiredAt FROM Agent',
  sessions:
    'SELECT agentId, ordinal, turnState, turnSince, readyAt, serversAsked, lastHookAt, lastHookKind, endedAt, endReason FROM Session',
  executions: 'SELECT taskId, attempt, state, reason, endedAt FROM Execution',
  deliveries:
    'SELECT agentId, ordinal, kind, state, channel, tries, substr(body, 1, 160) AS body FROM Delivery ORDER BY agentId, ordinal',
  conditions: 'SELECT subjectKind, subjectId, type, status, reason, message FROM Condition',
  queue: 'SELECT * FROM QueueItem',
  merges: 'SELECT taskId, state, ordinal, reason, conflictFiles FROM MergeRequest',
  events:
    'SELECT * FROM (SELECT seq, at, kind, taskId, agentId, substr(payload, 1, 200) AS payload FROM Event ORDER BY seq DESC LIMIT 150) ORDER BY seq',
};

/** For a test that waited in vain: all that the server had to go by. */
export function describeRows(home: string): string {
  const db = new Database(path.join(home, 'factory.db'), { readonly: true });
  try {
    return Object.entries(QUESTIONS)
      .map(([name, sql]) =>
        [
          `--- ${name}`,
          ...db
            .prepare(sql)
            .all()
            .map((row) => JSON.stringify(row)),
        ].join('\n'),
      )
      .join('\n');
  } finally {
    db.close();
  }
}
