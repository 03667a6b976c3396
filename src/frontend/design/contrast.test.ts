import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contrast } from './contrast';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const tokens = new Map(
  [...css.matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
);

const grounds = ['bg', 'surface', 'raised', 'hover', 'selected'];
const states = ['idle', 'working', 'review', 'blocked', 'failed', 'done'];

// Everything that is ever read: text on each ground, each state on each ground and on its own tint.
const textPairs = [
  ...grounds.flatMap((ground) => ['text', 'muted', 'accent', ...states].map((ink) => [ink, ground])),
  ...states.flatMap((state) => [
    [state, `${state}-bg`],
    ['text', `${state}-bg`],
  ]),
  // The inks of a diff, on its lines and on the words that changed in them.
  ...['added-bg', 'removed-bg', 'added-mark', 'removed-mark'].flatMap((ground) =>
    ['text', 'muted', 'accent', 'review', 'working'].map((ink) => [ink, ground]),
  ),
  ['accent-fg', 'accent-bg'],
  ['accent-fg', 'accent-hover'],
];

// Not text, but needed to see a control: WCAG 1.4.11 asks for 3.
const shapePairs = ['bg', 'surface', 'raised'].map((ground) => ['control', ground]);

describe.each(['light', 'dark'] as const)('%s theme', (theme) => {
  const colour = (name = '') => {
    const token = tokens.get(name);
    if (token === undefined) expect.fail(`no token ${name}`);
    return token[theme];
  };

  it.each(textPairs)('%s is readable on %s', (ink, ground) => {
    expect(contrast(colour(ink), colour(ground))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(shapePairs)('%s is visible on %s', (shape, ground) => {
    expect(contrast(colour(shape), colour(ground))).toBeGreaterThanOrEqual(3);
  });
});

it('measures the extremes as WCAG does', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#ffffff', '#ffffff')).toBe(1);
});
