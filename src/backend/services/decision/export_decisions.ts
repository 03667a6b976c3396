import type { DecisionFilter } from '@/backend/resource_accessors/decision.accessor';
import type { Deps } from '../deps';
import { listDecisionPage, type NamedDecision } from './list_decision_page';

export type ExportFormat = 'jsonl' | 'csv';

const PAGE = 500;
const COLUMNS = [
  'id',
  'at',
  'projectId',
  'taskId',
  'task',
  'agentId',
  'agent',
  'decision',
  'reasoning',
  'context',
] as const;

/** Every decision that the filter lets through, as lines of text, a page at a time: never all of it in memory. */
export async function* exportDecisions(
  deps: Pick<Deps, 'store'>,
  input: { filter: Omit<DecisionFilter, 'limit' | 'cursor'>; format: ExportFormat },
): AsyncGenerator<string> {
  if (input.format === 'csv') yield `${COLUMNS.join(',')}\r\n`;
  for (let cursor: string | null = null, first = true; first || cursor !== null; first = false) {
    const page = await listDecisionPage(deps, { ...input.filter, limit: PAGE, cursor });
    yield page.items.map(input.format === 'csv' ? toCsv : toJsonLine).join('');
    cursor = page.nextCursor;
  }
}

function fieldsOf(row: NamedDecision) {
  return {
    id: row.id,
    at: row.createdAt.toISOString(),
    projectId: row.projectId,
    taskId: row.taskId,
    task: row.taskTitle,
    agentId: row.agentId,
    agent: row.agentName,
    decision: row.decision,
    reasoning: row.reasoning,
    context: row.context,
  };
}

function toJsonLine(row: NamedDecision): string {
  return `${JSON.stringify(fieldsOf(row))}\n`;
}

function toCsv(row: NamedDecision): string {
  const fields = fieldsOf(row);
  const cells = COLUMNS.map((column) => {
    const value = fields[column];
    return cell(typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value));
  });
  return `${cells.join(',')}\r\n`;
}

/** Quoted; and never read as a formula by a spreadsheet, for a model wrote it. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
