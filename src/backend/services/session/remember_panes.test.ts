import { describe, expect, it, vi } from 'vitest';
import type { TmuxSession } from '@/backend/clients/tmux/tmux_client';
import { rememberPanes } from './remember_panes';

const PANE: TmuxSession = {
  name: 'worker-1',
  marker: 'm1',
  panePid: 11,
  dead: false,
  drained: false,
  exitStatus: null,
  exitSignal: null,
  createdAt: new Date(0),
  lastOutputAt: new Date(0),
  inCopyMode: false,
  cols: 80,
  rows: 24,
  historyLines: 0,
  attachedClients: 0,
  command: 'node',
  title: '',
  cwd: '/',
};

function watch(panes: TmuxSession[]) {
  const running = new Set(panes.map((pane) => pane.panePid));
  const tmux = { listSessions: async () => panes };
  return { running, memory: rememberPanes({ tmux }, (pid) => running.has(pid)) };
}

describe('the terminals as they were seen last', () => {
  it('stand for those whose program still runs', async () => {
    const { memory, running } = watch([PANE, { ...PANE, name: 'worker-2', marker: 'm2', panePid: 12 }]);
    expect(memory.recall(['m1'])).toBeNull();
    await memory.look();
    expect(memory.recall(['m1'])).toMatchObject([{ marker: 'm1', alive: true }, { marker: 'm2' }]);
    running.delete(11);
    expect(memory.recall(['m1'])).toBeNull();
    expect(memory.recall(['m2'])).not.toBeNull();
    expect(memory.recall(['m2', 'm3'])).toBeNull();
  });

  it('say nothing of one that had ended, or for longer than a moment', async () => {
    const { memory } = watch([{ ...PANE, dead: true, exitStatus: 1 }]);
    await memory.look();
    expect(memory.recall(['m1'])).toBeNull();
    const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 3_000);
    expect(memory.recall([])).toBeNull();
    later.mockRestore();
  });

  it('show what belongs to nobody only while nothing was started or ended since', async () => {
    const { memory } = watch([PANE]);
    await memory.look();
    expect(memory.recall([])).toHaveLength(1);
    await memory.acting(async () => {
      expect(memory.recall([])).toBeNull();
      await memory.look();
    });
    // Seen in the middle of it: it may have been before the terminal was there, or after.
    expect(memory.recall([])).toBeNull();
    await memory.look();
    await expect(memory.acting(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(memory.recall([])).toBeNull();
  });
});
