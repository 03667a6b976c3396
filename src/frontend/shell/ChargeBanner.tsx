import type { Charge } from '@/frontend/api/outputs';
import { StateDot } from '@/frontend/ui/StateDot';

/** Says why buttons are refused, or why nothing moves, and what to do about it. */
export function ChargeBanner({ charge }: { charge: Charge | undefined }) {
  const words = charge === undefined ? null : wordsOf(charge);
  return (
    <div role="status" className="contents">
      {words === null ? null : (
        <div className="flex min-h-9 shrink-0 items-center gap-2 bg-blocked-bg px-4 py-1 text-sm">
          <StateDot state="blocked" />
          <span className="min-w-0 flex-1">{words}</span>
        </div>
      )}
    </div>
  );
}

function wordsOf({ state, holder }: Charge): string | null {
  switch (state) {
    case 'acts':
      return null;
    case 'looks_on':
      return `Read only: another server (${holder ?? 'unknown'}) is in charge. Use that one, or stop it and this one takes over within ten seconds.`;
    case 'nobody':
      return 'No server drives the agents. Start one with npm start; what you change here is done then.';
  }
}
