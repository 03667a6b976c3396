import { FitAddon } from '@xterm/addon-fit';
import { Terminal as Xterm } from '@xterm/xterm';
import { onThemeChange } from '@/frontend/theme/theme';
import { TerminalSize } from '@/shared/terminal';
import { chooseFontSize, type Fitting } from './chooseFontSize';
import { terminalTheme } from './terminalTheme';

const SCROLLBACK = 10_000;
/** Beside the text: over it, it would hide the last columns. */
const SCROLLBAR = 14;
/** Of who watches, unless smaller text was asked for. */
const SMALLEST_TEXT = 11;

type Input = {
  /** As large as the space, and scrolls when the session is larger. */
  host: HTMLElement;
  fontSize: number;
  readOnly: boolean;
  onInput(text: string): void;
  /** The space has changed: this many cells would fill it. */
  onSpace(size: TerminalSize): void;
  /** Shift+Escape: a terminal takes every other key, and there has to be a way out. */
  onRelease(): void;
};

/** xterm in an element: exactly as many cells as the session has, with text that suits the space there is. */
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

  const screen = term.element?.querySelector<HTMLElement>('.xterm-screen');
  const cellAt = createRuler(getComputedStyle(input.host).fontFamily);
  let wanted = input.fontSize;

  function space(): TerminalSize | null {
    const proposed = TerminalSize.safeParse(fit.proposeDimensions());
    return proposed.success ? proposed.data : null;
  }
  /** Who types has a session of the size of this space; who watches has one of any size, and sees as much as can be read. */
  function layOut(): void {
    const { host } = input;
    if (!screen || !term.element || host.offsetWidth === 0) return;
    const size = input.readOnly
      ? chooseFontSize({
          space: { width: host.offsetWidth, height: host.offsetHeight },
          cols: term.cols,
          rows: term.rows,
          cellAt,
          wanted,
          smallest: SMALLEST_TEXT,
          bar: SCROLLBAR,
        })
      : wanted;
    if (term.options.fontSize !== size) term.options.fontSize = size;
    // Exactly as large as what it holds: larger, it would scroll to nothing; smaller, its scrollbar would stand in the text.
    const width = screen.offsetWidth + SCROLLBAR;
    term.element.style.width = width > host.offsetWidth ? `${width}px` : '';
    term.element.style.height = screen.offsetHeight > host.clientHeight ? `${screen.offsetHeight}px` : '';
    follow();
  }
  /** The last line that says something stays in view, unless somebody has scrolled to another one. */
  let followed = 0;
  function follow(): void {
    const { host } = input;
    const left = Math.min(followed, host.scrollHeight - host.clientHeight);
    if (!screen || Math.abs(host.scrollTop - left) > 2) return;
    const { active } = term.buffer;
    let last = term.rows - 1;
    while (last > active.cursorY && !active.getLine(active.baseY + last)?.translateToString(true)) last -= 1;
    host.scrollTop = Math.ceil(((last + 1) * screen.offsetHeight) / term.rows) - host.clientHeight;
    followed = host.scrollTop;
  }
  const later = createLater(100);
  function measure(): void {
    layOut();
    const size = space();
    if (size) later(() => input.onSpace(size));
  }
  const observer = new ResizeObserver(measure);
  observer.observe(input.host);
  // New cells are laid out some frames after they were asked for.
  const picture = new ResizeObserver(layOut);
  if (screen) picture.observe(screen);
  term.onWriteParsed(follow);
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
      wanted = fontSize;
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

/** How large one cell is with a size of text, measured as xterm does it. */
function createRuler(fontFamily: string): Fitting['cellAt'] {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d');
  return (fontSize) => {
    if (!canvas) return { width: fontSize * 0.6, height: fontSize * 1.2 };
    canvas.font = `${fontSize}px ${fontFamily}`;
    const { width, fontBoundingBoxAscent, fontBoundingBoxDescent } = canvas.measureText('W');
    const height = Math.ceil((fontBoundingBoxAscent + fontBoundingBoxDescent) * devicePixelRatio);
    return { width, height: height / devicePixelRatio };
  };
}

/** Runs only the last of what comes in quick succession: dragging a window edge is one resize. */
function createLater(ms: number): (act: (() => void) | null) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (act) => {
    clearTimeout(timer);
    if (act) timer = setTimeout(act, ms);
  };
}
