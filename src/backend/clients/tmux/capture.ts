import { paneTarget } from './core/check_input';
import type { Tmux } from './core/tmux';
import type { CaptureInput } from './tmux_client';

export const LONGEST_HISTORY = 20_000;

/** What is on the screen, with as much of the scrollback above it as asked for. */
export async function capture(tmux: Tmux, input: CaptureInput): Promise<string> {
  const history = Math.min(Math.max(Math.trunc(input.historyLines ?? 0), 0), LONGEST_HISTORY);
  const args = ['capture-pane', '-p', '-t', paneTarget(input.name)];
  if (input.ansi) args.push('-e');
  if (history > 0) args.push('-S', `-${history}`);
  if (input.onlyHistory) args.push('-E', '-1');
  return tmux.call({ args });
}
