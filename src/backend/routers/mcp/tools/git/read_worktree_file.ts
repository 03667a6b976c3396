import { z } from 'zod';
import { readTaskFile } from '@/backend/services/worktree/read_task_file';
import { BOTH, defineTool } from '../../define_tool';
import { Offset, TaskIdOrOwn } from '../../fields';
import { pageText } from '../../page_text';

export const readWorktreeFileTool = defineTool({
  server: 'git',
  name: 'read_worktree_file',
  description:
    "Read a text file as it is now in a task's worktree, committed or not, a page at a time. Links that lead out of the worktree are not followed.",
  roles: BOTH,
  readOnly: true,
  input: z.strictObject({
    taskId: TaskIdOrOwn,
    path: z.string().min(1, 'Give a path.').max(1000).describe('Relative to the top of the repository.'),
    offset: Offset,
  }),
  async run({ deps, agent }, { offset, ...input }) {
    const file = await readTaskFile(deps, { ...input, agentId: agent.id });
    const place = file.from === 'worktree' ? 'in the worktree' : 'on the branch; the worktree is gone';
    const cut = file.truncated ? ', too large to be shown whole' : '';
    return `${input.path} (${file.size} bytes, ${place}${cut})\n\n${pageText(file.text, offset)}`;
  },
});
