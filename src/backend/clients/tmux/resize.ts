import { checkSize, paneTarget } from './core/check_input';
import { requireOurs } from './core/require_live';
import type { Tmux } from './core/tmux';

export async function resize(tmux: Tmux, input: { name: string; cols: number; rows: number }): Promise<void> {
  checkSize(input);
  const session = await requireOurs(tmux, input.name);
  if (session.cols === input.cols && session.rows === input.rows) return;
  const size = ['-x', `${input.cols}`, '-y', `${input.rows}`];
  await tmux.call({ args: ['resize-window', '-t', paneTarget(input.name), ...size] });
}
