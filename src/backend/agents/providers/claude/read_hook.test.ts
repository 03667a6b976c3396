import { describe, expect, it } from 'vitest';
import { HookEvent } from '@/shared/hook';
import { readHook } from './read_hook';
import { writeHookAnswer } from './write_hook_answer';

const NOW = new Date('2026-11-18T11:00:00Z');
const common = { session_id: 's', transcript_path: '/t.jsonl', cwd: '/w' };

describe('hooks of Claude Code', () => {
  it.each([
    ['SessionStart', { source: 'resume' }, { kind: 'session_started', source: 'resume' }],
    ['SessionStart', { source: 'something new' }, { kind: 'session_started', source: 'startup' }],
    ['UserPromptSubmit', { prompt: 'a\nb' }, { kind: 'prompt_seen', prompt: 'a\nb' }],
    [
      'PreToolUse',
      { tool_name: 'Bash', tool_input: { command: 'ls', description: 'List' } },
      { kind: 'tool_used', tool: 'Bash', summary: 'ls' },
    ],
    [
      'PostToolUse',
      { tool_name: 'Read', tool_input: { file_path: '/a' } },
      { kind: 'tool_finished', failed: false },
    ],
    ['PostToolUse', { tool_name: 'Read', agent_id: 'a1' }, { kind: 'tool_finished', byHelper: true }],
    ['PostToolUseFailure', { tool_name: 'Read' }, { kind: 'tool_finished', failed: true, summary: '' }],
    ['Stop', { stop_hook_active: true }, { kind: 'turn_ended', continued: true, lastAssistantText: null }],
    [
      'Notification',
      { message: 'm', notification_type: 'idle_prompt' },
      { kind: 'notification', type: 'idle_prompt' },
    ],
    ['SessionEnd', { reason: 'other' }, { kind: 'session_ended', reason: 'other' }],
  ])('%s', (event, body, expected) => {
    const read = readHook(event, { ...common, ...body }, NOW);
    expect(read).toMatchObject({ providerSessionId: 's', transcriptPath: '/t.jsonl', ...expected });
    expect(HookEvent.parse(read)).toEqual(read);
  });

  it('reads a permission request with all that would be done, cut to what a page can show', () => {
    const body = {
      factory_request_id: '12345678',
      tool_name: 'Bash',
      tool_input: { command: 'x'.repeat(50_000) },
    };
    const read = readHook('PermissionRequest', { ...common, ...body }, NOW);
    expect(read).toMatchObject({ kind: 'permission_asked', requestId: '12345678', tool: 'Bash' });
    expect(read?.kind === 'permission_asked' ? read.detail.length : 0).toBe(20_000);
  });

  it('knows nothing of other events and of bodies that are no hooks', () => {
    expect(readHook('PreCompact', common, NOW)).toBeNull();
    expect(readHook('Stop', 'text', NOW)).toBeNull();
    expect(readHook('toString', common, NOW)).toBeNull();
  });

  it('answers in the form that each hook takes', () => {
    expect(writeHookAnswer('Stop', { kind: 'none' })).toBeUndefined();
    expect(writeHookAnswer('Stop', { kind: 'deliver', text: 'go' })).toEqual({
      hookSpecificOutput: { hookEventName: 'Stop', additionalContext: 'go' },
    });
    expect(writeHookAnswer('PostToolUse', { kind: 'deliver', text: 'go' })).toEqual({
      hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'go' },
    });
    expect(writeHookAnswer('PermissionRequest', { kind: 'decision', allow: true, message: '' })).toEqual({
      hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } },
    });
  });
});
