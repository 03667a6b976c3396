import { FitAddon } from '@xterm/addon-fit';
import { Terminal as Xterm } from '@xterm/xterm';
import { onThemeChange } from '@/frontend/theme/theme';
import { TerminalSize } from '@/shared/terminal';
import { terminalTheme } from './terminalTheme';

const SCROLLBACK = 10_000;
/** Beside the text: over it, it would hide the last columns. */
const SCROLLBAR = 14;
/** Smaller than this nobody can read; the rest is reached by scrolling. */
const SMALLEST_TEXT = 8;

type Input = {
  /** As large as the space, and scrolls; the picture in it is scaled down, as far as it can be read, when the session is larger. */
  host: HTMLElement;
  fontSize: number;
  readOnly: boolean;
  onInput(text: string): void;
  /** The space has changed: this many cells would fill it. */
  onSpace(size: TerminalSize): void;
  /** Shift+Escape: a terminal takes every other key, and there has to be a way out. */
  onRelease(): void;
};

/** xterm in an element: exactly as many cells as the session has, scaled to the space there is. */
export function createEmulator(input: Input) {
  const term = new Xterm({
    cols: 80,
    rows: 24,
    fontSize: input.fontSize,
    fontFamily: getComputedStyle(input.host).fontFamily,
    scrollback: SCROLLBACK,
    theme: terminalTheme(),
    minimumContrastRatio: 4.5,
    disableStdin: input.readOnly,
    cursorBlink: !input.readOnly,
    cursorInactiveStyle: 'outline',
    screenReaderMode: false,
  });
  const fit = new FitAddon();
  term.loadAddon(fit);
  term.open(input.host);
  term.onData(input.onInput);
  term.attachCustomKeyEventHandler((event) => {
    if (event.key !== 'Escape' || !event.shiftKey) return true;
    if (event.type === 'keydown') input.onRelease();
    return false;
  });

  function space(): TerminalSize | null {
    const proposed = TerminalSize.safeParse(fit.proposeDimensions());
    return proposed.success ? proposed.data : null;
  }
  function scale(): void {
    const screen = term.element?.querySelector<HTMLElement>('.xterm-screen');
    if (!screen || !term.element || screen.offsetWidth === 0) return;
    // As wide as the text it holds, or its scrollbar would stand in the middle of that.
    const width = screen.offsetWidth + SCROLLBAR;
    const fitting = Math.min(
      1,
      input.host.clientWidth / width,
      input.host.clientHeight / screen.offsetHeight,
    );
    const readable = Math.min(1, SMALLEST_TEXT / (term.options.fontSize ?? SMALLEST_TEXT));
    const factor = Math.max(fitting, readable);
    term.element.style.width = factor < 1 ? `${width}px` : '';
    term.element.style.transformOrigin = 'top left';
    term.element.style.transform = factor < 1 ? `scale(${factor})` : '';
    // What happens now is at the bottom.
    input.host.scrollTop = input.host.scrollHeight;
  }
  const later = createLater(100);
  function measure(): void {
    scale();
    const size = space();
    if (size) later(() => input.onSpace(size));
  }
  const observer = new ResizeObserver(measure);
  observer.observe(input.host);
  // New cells are laid out some frames after they were asked for.
  const picture = new ResizeObserver(scale);
  const screen = term.element?.querySelector('.xterm-screen');
  if (screen) picture.observe(screen);
  const stopTheme = onThemeChange(() => {
    term.options.theme = terminalTheme();
  });

  return {
    write: (bytes: Uint8Array, taken: () => void) => term.write(bytes, taken),
    reset: () => term.reset(),
    resize(size: TerminalSize): void {
      term.resize(size.cols, size.rows);
    },
    /** Nothing more will come: use the height there is to read back. */
    fillHeight(): void {
      const size = space();
      if (size) term.resize(term.cols, size.rows);
    },
    setFontSize(fontSize: number): void {
      term.options.fontSize = fontSize;
      requestAnimationFrame(measure);
    },
    focus: () => term.focus(),
    dispose(): void {
      later(null);
      observer.disconnect();
      picture.disconnect();
      stopTheme();
      term.dispose();
    },
  };
}

export type Emulator = ReturnType<typeof createEmulator>;

/** Runs only the last of what comes in quick succession: dragging a window edge is one resize. */
function createLater(ms: number): (act: (() => void) | null) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (act) => {
    clearTimeout(timer);
    if (act) timer = setTimeout(act, ms);
  };
}
