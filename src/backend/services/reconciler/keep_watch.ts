/** Longer than any pause between two looks, the sweep included. */
const BREAK_MS = 90_000;

/**
 * Since when somebody has looked without a break. While the machine slept or no server ran, silence proves nothing
 * and no time was worked, so time limits are counted from here at the earliest.
 */
export function keepWatch(clock: () => Date): () => Date {
  let since = clock();
  let last = since;
  return () => {
    const at = clock();
    if (at.getTime() - last.getTime() > BREAK_MS) since = at;
    last = at;
    return since;
  };
}
