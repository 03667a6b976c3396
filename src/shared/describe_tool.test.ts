import { expect, test } from 'vitest';
import { describeTool } from './describe_tool';

test.each([
  ['Bash', 'npm test', 'running', 'npm test'],
  ['Edit', 'src/a.ts', 'editing', 'src/a.ts'],
  ['Write', '/home/me/.factory-factory/worktrees/app/task-a1b2c3d4/src/a.ts', 'writing', 'src/a.ts'],
  ['Read', '/home/me/worktrees/notes.md', 'reading', '/home/me/worktrees/notes.md'],
  ['TodoWrite', '[{"content":"x"}]', 'planning', ''],
  ['TaskUpdate', '{"taskId":"1"}', 'planning', ''],
  ['Task', 'Find the routes', 'has a helper at', 'Find the routes'],
  ['Mystery', 'x', 'using Mystery', 'x'],
  ['mcp__task__create_pr', 'Read budgets', 'handing its work in', ''],
  ['mcp__task__create', 'Read budgets', 'adding the subtask', 'Read budgets'],
  ['mcp__agent__get_task', '', 'calling', 'agent.get_task'],
  ['mcp__my_server__do_it', null, 'calling', 'my_server.do_it'],
])('%s %s is %s %s', (tool, summary, verb, what) => {
  expect(describeTool(tool, summary)).toEqual({ verb, what });
});

test('who has used none yet is not described', () => {
  expect(describeTool(null, 'x')).toBeNull();
  expect(describeTool('', null)).toBeNull();
});
