import type { Hooks } from './hooks';
import type { Key } from './terminal/read_keys';
import type { Screen } from './terminal/screen';
import type { Transcript } from './transcript';

export type Prompt = { text: string; via: 'terminal' | 'hook' | 'tool' };

export type Conversation = {
  press(key: Key): void;
  /** A message that came beside a tool's result: read before the turn ends. */
  takeAlong(text: string): void;
};

const LEAVE_WITHIN_MS = 2000;

/**
 * The life of a conversation as Claude Code has it: Enter submits, what is submitted during a turn waits for its
 * end, and the end of a turn may be answered with one more message, which the same turn goes on with.
 */
export function createConversation(input: {
  hooks: Hooks;
  screen: Screen;
  transcript: Transcript;
  /** Does what the prompt asks for; answers with the last words of it. */
  act: (prompt: Prompt) => Promise<string | null>;
  interrupt: () => void;
  leave: () => void;
}): Conversation {
  const { hooks, screen, transcript } = input;
  const waiting: string[] = [];
  const alongside: string[] = [];
  let draft = '';
  let aside = '';
  let busy = false;
  let leaveAsked = 0;

  const show = () => screen.showPrompt({ draft, busy, queued: waiting.length, setAside: aside !== '' });

  const read = async (prompt: Prompt): Promise<string | null> => {
    screen.print('');
    for (const line of prompt.text.trimEnd().split('\n')) screen.print(`> ${line}`, 'dim');
    transcript.add({ type: 'prompt', text: prompt.text, via: prompt.via });
    let words = await input.act(prompt);
    for (let text = alongside.shift(); text !== undefined; text = alongside.shift()) {
      words = await read({ text, via: 'tool' });
    }
    return words;
  };

  const takeTurn = async (text: string): Promise<void> => {
    await hooks.tell({ kind: 'prompt_seen', prompt: text });
    let words = await read({ text, via: 'terminal' });
    for (let continued = false; ; continued = true) {
      transcript.add({ type: 'turn_ended' });
      const answer = await hooks.tell({
        kind: 'turn_ended',
        lastAssistantText: words,
        continued,
        failure: null,
      });
      if (answer.kind !== 'deliver') return;
      words = await read({ text: answer.text, via: 'hook' });
    }
  };

  const work = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    for (let text = waiting.shift(); text !== undefined; text = waiting.shift()) {
      show();
      await takeTurn(text);
    }
    busy = false;
    show();
  };

  const submit = () => {
    if (draft.trim() !== '') waiting.push(draft);
    draft = aside;
    aside = '';
    void work();
  };

  const setAside = () => {
    [draft, aside] = draft === '' ? [aside, ''] : ['', draft];
  };

  const interrupt = () => {
    if (draft !== '') draft = '';
    else if (busy) input.interrupt();
    else if (Date.now() - leaveAsked < LEAVE_WITHIN_MS) input.leave();
    else {
      leaveAsked = Date.now();
      screen.print('Press Ctrl-C again to leave.', 'dim');
    }
  };

  const react: Record<Exclude<Key['kind'], 'text'>, () => void> = {
    enter: submit,
    newline: () => {
      draft += '\n';
    },
    clear: () => {
      draft = '';
    },
    backspace: () => {
      draft = [...draft].slice(0, -1).join('');
    },
    escape: () => {
      if (busy) input.interrupt();
    },
    interrupt,
    set_aside: setAside,
  };

  show();
  return {
    press(key) {
      if (key.kind === 'text') draft += key.text;
      else react[key.kind]();
      show();
    },
    takeAlong: (text) => {
      alongside.push(text);
    },
  };
}
