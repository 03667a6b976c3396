import { z } from 'zod';
import type { DiffFile } from '@/backend/clients/git/history/diff_files';
import { getDiff, type TaskDiff } from '@/backend/services/worktree/get_diff';
import { BOTH, defineTool } from '../../define_tool';
import { Offset, TaskIdOrOwn } from '../../fields';
import { pageText } from '../../page_text';

export const getDiffTool = defineTool({
  server: 'git',
  name: 'get_diff',
  description:
    'Show what a task has committed since its branch parted from its base: the files, then the patch, a page at a time. Name paths to see only those.',
  roles: BOTH,
  readOnly: true,
  input: z.strictObject({
    taskId: TaskIdOrOwn,
    paths: z.array(z.string().min(1).max(1000)).min(1).max(50).optional().describe('Only these paths.'),
    offset: Offset,
  }),
  async run({ deps, agent }, { offset, ...input }) {
    const diff = await getDiff(deps, { ...input, agentId: agent.id });
    return pageText(`${head(diff)}\n\n${diff.patch}${diff.truncated ? CUT : ''}`, offset);
  },
});

const CUT = '\n(The patch is larger than can be shown. Ask for single paths.)';

function head(diff: TaskDiff): string {
  const { files, uncommitted } = diff;
  const lines = [
    `“${diff.task.title}” (${diff.task.state}): ${diff.head} since it parted from ${diff.base}.`,
  ];
  if (files.length === 0) lines.push('No committed changes.');
  lines.push(...files.map(sayFile));
  if (diff.moreFiles) lines.push('… and more files.');
  if (uncommitted !== null && uncommitted.length > 0) {
    lines.push(`Not committed, and not part of this: ${uncommitted.join(', ')}.`);
  }
  return lines.join('\n');
}

function sayFile(file: DiffFile): string {
  const size = file.binary ? 'binary' : `+${file.additions} -${file.deletions}`;
  return `- ${file.status} ${file.oldPath === null ? '' : `${file.oldPath} → `}${file.path} (${size})`;
}
