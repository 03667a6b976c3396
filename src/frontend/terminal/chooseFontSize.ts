type Size = { width: number; height: number };

export type Fitting = {
  space: Size;
  cols: number;
  rows: number;
  /** How large one cell is with this size of text. */
  cellAt(fontSize: number): Size;
  /** What the user likes, and the largest there is. */
  wanted: number;
  /** Smaller than this nobody can read; the rest is reached by scrolling. */
  smallest: number;
  /** The place that a scrollbar takes. */
  bar: number;
};

/**
 * The largest text with which a whole session is in sight. Where it is too wide even with the smallest, it scrolls sideways
 * in any case, so the text is as large as the height allows.
 */
export function chooseFontSize({ space, cols, rows, cellAt, wanted, smallest, bar }: Fitting): number {
  const sizes: number[] = [];
  for (let size = wanted; size >= smallest; size -= 0.5) sizes.push(size);
  const isWide = (size: number) => cols * cellAt(size).width + bar > space.width;
  const isHigh = (size: number, height: number) => rows * cellAt(size).height > height;
  return (
    sizes.find((size) => !isWide(size) && !isHigh(size, space.height)) ??
    sizes.find((size) => isWide(smallest) && !isHigh(size, space.height - bar)) ??
    Math.min(wanted, smallest)
  );
}
