type Tokens = {
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  /** Kept for five minutes, and for an hour: the second costs more. */
  cacheWriteTokens: number;
  longCacheWriteTokens: number;
};

/** US dollars for a million tokens in and out, by family: the list prices. The first that fits a model's name counts. */
const PRICES: readonly { model: RegExp; input: number; output: number }[] = [
  { model: /haiku-3|3-5-haiku/, input: 0.8, output: 4 },
  { model: /haiku/, input: 1, output: 5 },
  { model: /opus-4-(?:0|1|2\d{7})|3-opus/, input: 15, output: 75 },
  { model: /opus/, input: 5, output: 25 },
  { model: /fable|mythos/, input: 10, output: 50 },
  { model: /sonnet/, input: 3, output: 15 },
];
const UNKNOWN = { input: 5, output: 25 };

const CACHE_READ = 0.1;
const CACHE_WRITE = 1.25;
const LONG_CACHE_WRITE = 2;

export function priceOf(model: string, tokens: Tokens): number {
  const { input, output } = PRICES.find((price) => price.model.test(model)) ?? UNKNOWN;
  const dollars =
    input *
      (tokens.inputTokens +
        tokens.cacheReadTokens * CACHE_READ +
        tokens.cacheWriteTokens * CACHE_WRITE +
        tokens.longCacheWriteTokens * LONG_CACHE_WRITE) +
    output * tokens.outputTokens;
  return dollars / 1_000_000;
}
