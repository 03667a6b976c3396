import { describe, expect, it } from 'vitest';
import { readResetTime } from './read_reset_time';

const NOW = new Date('2026-11-18T11:00:00Z');

describe('the time at which a usage limit resets', () => {
  it.each([
    ["You've hit your session limit · resets 3pm (UTC)", '2026-11-18T15:00:00Z'],
    ["You've hit your session limit · resets 3am (UTC)", '2026-11-19T03:00:00Z'],
    ["You've hit your limit · resets 12am (UTC)", '2026-11-19T00:00:00Z'],
    ["You've hit your limit · resets 12:30pm (UTC)", '2026-11-18T12:30:00Z'],
    ["You've hit your limit · resets 3pm (Europe/Berlin)", '2026-11-18T14:00:00Z'],
    ["You've hit your limit · resets 1am (America/Los_Angeles)", '2026-11-19T09:00:00Z'],
    ["You've hit your weekly limit · resets Nov 20, 3:30pm (UTC)", '2026-11-20T15:30:00Z'],
    ["You've hit your weekly limit · resets Jan 2 at 9am (UTC)", '2027-01-02T09:00:00Z'],
    ['Claude AI usage limit reached|1795000000', '2026-11-18T11:06:40Z'],
  ])('%s', (words, expected) => {
    expect(readResetTime(words, NOW)).toEqual(new Date(expected));
  });

  it('counts in the hours of a zone across its change of clocks', () => {
    const eve = new Date('2026-10-24T20:00:00Z');
    expect(readResetTime('resets 9am (Europe/Berlin)', eve)).toEqual(new Date('2026-10-25T08:00:00Z'));
  });

  it('is unknown when none is named', () => {
    expect(readResetTime("You've hit your limit", NOW)).toBeNull();
    expect(readResetTime('resets soon', NOW)).toBeNull();
  });
});
