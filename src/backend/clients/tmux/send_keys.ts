import { FactoryError } from '@/backend/domain/errors';
import { paneTarget } from './core/check_input';
import { literal } from './core/quote';
import { requireLive } from './core/require_live';
import type { Tmux } from './core/tmux';

/** tmux types a word that is no key's name letter by letter, so a misspelt key would end up in a prompt. */
const KEY =
  /^(?:[CMS]-)*(?:[!-~]|Enter|Escape|Tab|BTab|Space|BSpace|Up|Down|Left|Right|Home|End|PageUp|PageDown|PPage|NPage|DC|IC|F(?:[1-9]|1[0-2]))$/;

/** Presses keys, in tmux's names: `Enter`, `C-c`, `Up`, `y`. Leaves copy mode first, which would take them. */
export async function sendKeys(tmux: Tmux, input: { name: string; keys: readonly string[] }): Promise<void> {
  const unknown = input.keys.find((key) => !KEY.test(key));
  if (unknown !== undefined || input.keys.length === 0) {
    throw new FactoryError(
      'BAD_INPUT',
      unknown === undefined ? 'There is no key to press.' : `"${unknown}" is not the name of a key.`,
      'Give key names such as Enter, Escape, C-c or a single character; paste text instead of typing it.',
    );
  }
  await requireLive(tmux, input.name);
  const target = paneTarget(input.name);
  const keys = input.keys.map(literal);
  await tmux.call({ args: ['copy-mode', '-q', '-t', target, ';', 'send-keys', '-t', target, '--', ...keys] });
}

export async function sendEnter(tmux: Tmux, input: { name: string }): Promise<void> {
  await sendKeys(tmux, { name: input.name, keys: ['Enter'] });
}

/** Empties a line editor: to the end, delete to the start; for each further line, join it and delete again. */
export async function clearLine(tmux: Tmux, input: { name: string; lines?: number }): Promise<void> {
  const more = Array.from({ length: Math.max((input.lines ?? 1) - 1, 0) }, () => ['BSpace', 'C-e', 'C-u']);
  await sendKeys(tmux, { name: input.name, keys: ['C-e', 'C-u', ...more.flat()] });
}
