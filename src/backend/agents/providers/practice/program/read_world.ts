import { TaskState } from '@/shared/task';
import type { Agent } from './agent';
import type { ToolResult } from './tools';

const ID = /\b[a-z][a-z0-9]{23}\b/;
const ROW = /^- ([a-z][a-z0-9]{23}) ([A-Z_]+) “(.*?)”/gm;
const REVIEW = /^\d+\. ([a-z][a-z0-9]{23}) “(.*?)”([\s\S]*?)(?=^\d+\. |$(?![\s\S]))/gm;
const MORE = /call again with offset (\d+)\.\)\s*$/;
const HEAD = /^(?:Subtask|Task|Epic) ([a-z][a-z0-9]{23}): (.*)$/m;
const STATE = /^State: ([A-Z_]+)/m;
const DESCRIPTION = /^## Description\n\n([\s\S]*)$/m;
const NEXT_PART = /\n+## (?:Acceptance criteria|Design notes|Subtasks)\n/;
const MOST_PAGES = 100;

export type KnownTask = { id: string; title: string; state: TaskState };
/** `text` is everything that was said about it, `description` only what its author wrote. */
export type OwnTask = KnownTask & { description: string; text: string };

export async function listSubtasks(agent: Agent): Promise<KnownTask[]> {
  return readRows((await readAll(agent, 'task.list')) ?? '');
}

/** The subtasks that an answer lists. */
export function readRows(text: string): KnownTask[] {
  return [...text.matchAll(ROW)].flatMap(([, id, state, title]) => {
    const known = TaskState.safeParse(state);
    return id === undefined || title === undefined || !known.success
      ? []
      : [{ id, title, state: known.data }];
  });
}

/** What waits for the supervisor, in order; not what it has approved and the merge queue has. */
export async function listReviews(agent: Agent): Promise<Pick<KnownTask, 'id' | 'title'>[]> {
  const text = await readAll(agent, 'task.get_review_queue');
  return [...(text ?? '').matchAll(REVIEW)].flatMap(([, id, title, rest]) =>
    id === undefined || title === undefined || rest?.includes('Approved already') ? [] : [{ id, title }],
  );
}

/** Null when the server says no. */
export async function readOwnTask(
  agent: Agent,
  tool: 'agent.get_task' | 'agent.get_top_level_task',
): Promise<OwnTask | null> {
  const text = await readAll(agent, tool);
  const [, id, title] = HEAD.exec(text ?? '') ?? [];
  const state = TaskState.safeParse(STATE.exec(text ?? '')?.[1]);
  if (text === null || id === undefined || title === undefined || !state.success) return null;
  const description = DESCRIPTION.exec(text)?.[1]?.split(NEXT_PART)[0] ?? '';
  return { id, title, state: state.data, description, text };
}

/** The id that an answer is about. */
export function readId(result: ToolResult): string | null {
  return ID.exec(result.text)?.[0] ?? null;
}

/** All pages of an answer as one text. */
async function readAll(agent: Agent, tool: string): Promise<string | null> {
  let text = '';
  let offset: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const result = await agent.call(tool, offset === undefined ? {} : { offset: Number(offset) });
    if (!result.ok) return null;
    offset = MORE.exec(result.text)?.[1];
    if (offset === undefined) return text + result.text;
    text += result.text.slice(0, result.text.lastIndexOf('\n'));
  }
  return text;
}
