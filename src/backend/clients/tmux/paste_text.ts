import { randomBytes } from 'node:crypto';
import { FactoryError } from '@/backend/domain/errors';
import { paneTarget } from './core/check_input';
import { requireLive } from './core/require_live';
import type { Tmux } from './core/tmux';

const LONGEST = 1024 * 1024;
const ENDED = 'ended';

/**
 * Hands text to the program as one paste, byte for byte: bracketed when the program asked for that, newlines
 * kept, copy mode left first. It says nothing about whether the program took it.
 */
export async function pasteText(tmux: Tmux, input: { name: string; text: string }): Promise<void> {
  const bytes = Buffer.byteLength(input.text);
  if (bytes === 0 || bytes > LONGEST) {
    throw new FactoryError(
      'BAD_INPUT',
      bytes === 0
        ? 'There is no text to paste.'
        : `The text has ${bytes} bytes; at most ${LONGEST} can be pasted.`,
      bytes === 0 ? 'Give some text.' : 'Put it in a file and paste its path.',
    );
  }
  await requireLive(tmux, input.name);
  const target = paneTarget(input.name);
  const buffer = `factory-${randomBytes(8).toString('hex')}`;
  const load = ['load-buffer', '-b', buffer, '-'];
  // Asked and done in one step: tmux 3.3 dies of a paste into a pane whose program has ended, and every agent with it.
  const paste = `paste-buffer -p -r -d -b ${buffer} -t ${target}`;
  const unlessDead = ['if-shell', '-F', '-t', target, '#{pane_dead}', `display-message -p ${ENDED}`, paste];
  try {
    const args = [...load, ';', 'copy-mode', '-q', '-t', target, ';', ...unlessDead];
    const printed = await tmux.call({ args, input: holdTogether(input.text) });
    if (printed.trim() === ENDED) await requireLive(tmux, input.name);
  } catch (thrown) {
    await tmux.call({ args: ['delete-buffer', '-b', buffer] }).catch(() => undefined);
    throw thrown;
  }
}

const PASTE_MARKS = ['\u001b[200~', '\u001b[201~', '\u009b200~', '\u009b201~'] as const;

/** The mark that ends a bracketed paste, inside the text, would make the rest count as keys pressed. */
function holdTogether(text: string): string {
  return PASTE_MARKS.reduce((held, mark) => held.replaceAll(mark, `\u241b[${mark.slice(-4)}`), text);
}
