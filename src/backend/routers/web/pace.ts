import type { IncomingMessage } from 'node:http';
import type { Verdict } from './guard';
import { createRateLimit, type Rate } from './rate_limit';

/** How much each may ask: the owner's pages together, each agent by itself, and all others together. */
export type Rates = { owner: Rate; agent: Rate; stranger: Rate };

/** The seconds that this caller has to wait; 0 when it may go on. */
export type Pace = (req: IncomingMessage, verdict: Verdict) => number;

const RATES: Rates = {
  owner: { perSecond: 500, burst: 2000 },
  agent: { perSecond: 50, burst: 500 },
  stranger: { perSecond: 100, burst: 1000 },
};

export function createPace(input: { rates?: Rates | undefined; clock: () => Date }): Pace {
  const { owner, agent, stranger } = input.rates ?? RATES;
  const limits = {
    owner: createRateLimit(owner, input.clock),
    agent: createRateLimit(agent, input.clock),
    stranger: createRateLimit(stranger, input.clock),
  };
  return (req, verdict) => {
    if (!verdict.allow || verdict.zone === 'inngest') return limits.stranger.take('');
    // How one learns that a server is there; it costs nothing.
    if (verdict.zone === 'public') return 0;
    if (verdict.zone === 'owner') return limits.owner.take('');
    return limits.agent.take((req.headers.authorization ?? '').slice(0, 200));
  };
}
