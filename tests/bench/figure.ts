/** One measured thing, beside the least that it could cost, measured in the same run. */
export type Figure = {
  name: string;
  unit: 'ms' | 'MB';
  value: number;
  floor: number;
  /** What the floor is, in words. */
  floorOf: string;
  ratio: number;
  goal?: string;
};

export function figure(input: Omit<Figure, 'ratio'>): Figure {
  const round = (value: number): number => Math.round(value * 100) / 100;
  return {
    ...input,
    value: round(input.value),
    floor: round(input.floor),
    ratio: round(input.value / Math.max(input.floor, 0.001)),
  };
}

export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** The middle of several runs: one slow moment of the machine does not count. */
export async function median(times: number, work: () => Promise<number>): Promise<number> {
  const samples: number[] = [];
  for (let n = 0; n < times; n++) samples.push(await work());
  return percentile(samples, 0.5);
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
