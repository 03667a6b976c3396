export type Random = {
  /** From 0 up to, but not including, 1. */
  next(): number;
  between(low: number, high: number): number;
  pick<T>(from: readonly [T, ...T[]]): T;
  chance(share: number): boolean;
};

/** The same numbers for the same seed (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    between: (low, high) => Math.floor(low + next() * (high - low + 1)),
    pick: (from) => from[Math.floor(next() * from.length)] ?? from[0],
    chance: (share) => next() < share,
  };
}
