import type { Look } from '@/frontend/ui/state';
import type { TerminalStatus } from './createConnection';

/** The look of a terminal's state, with the word for it. */
export function describeStatus(status: TerminalStatus): Look {
  switch (status.kind) {
    case 'connecting':
      return { state: 'idle', word: 'connecting' };
    case 'live':
      return status.mode === 'write'
        ? { state: 'blocked', word: 'you are typing' }
        : { state: 'working', word: 'live' };
    case 'waiting':
      return { state: 'blocked', word: 'reconnecting' };
    case 'ended':
      return { state: endedBadly(status) ? 'failed' : 'idle', word: endWords(status) };
    case 'failed':
      return { state: 'failed', word: 'not available' };
  }
}

/** A session that the system closed leaves no status, and there is nothing wrong with it. */
function endedBadly(end: { exitStatus: number | null; exitSignal: string | null }): boolean {
  return end.exitSignal !== null || (end.exitStatus !== null && end.exitStatus !== 0);
}

export function endWords(end: { exitStatus: number | null; exitSignal: string | null }): string {
  if (end.exitSignal !== null) return `ended by ${end.exitSignal}`;
  return end.exitStatus === null ? 'ended' : `ended with status ${end.exitStatus}`;
}
