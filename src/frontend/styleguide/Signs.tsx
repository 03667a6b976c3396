import { Badge } from '@/frontend/ui/Badge';
import { CopyId } from '@/frontend/ui/CopyText';
import { Kbd } from '@/frontend/ui/Kbd';
import { Money } from '@/frontend/ui/Money';
import { ProgressBar } from '@/frontend/ui/ProgressBar';
import { StateBadge } from '@/frontend/ui/StateBadge';
import { VISUAL_STATES } from '@/frontend/ui/state';
import { TokenCount } from '@/frontend/ui/TokenCount';

const GROUNDS = ['bg-bg', 'bg-surface', 'bg-raised', 'bg-hover', 'bg-selected'] as const;

/** What is only read: grounds, text, states, badges, figures. */
export function Signs() {
  return (
    <div className="flex flex-col gap-4">
      <ul className="flex flex-wrap gap-2" aria-label="Grounds">
        {GROUNDS.map((ground) => (
          <li key={ground} className={`${ground} rounded-md border border-line px-3 py-2 text-sm`}>
            {ground.slice(3)} <span className="text-muted">muted</span>{' '}
            <span className="text-accent">accent</span>
          </li>
        ))}
      </ul>
      <ul className="flex flex-wrap gap-3" aria-label="States">
        {VISUAL_STATES.map((state) => (
          <li key={state} className="flex items-center gap-2">
            <StateBadge state={state} word={state} />
            <StateBadge state={state} word={state} quiet />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3 text-sm">
        <Badge>plain</Badge>
        <Badge tone="review">in review</Badge>
        <Badge mono>main</Badge>
        <CopyId id="3f2a91c0deadbeef" />
        <Money usd={2.31} />
        <TokenCount tokens={18_500} />
        <Kbd keys="mod+k" />
        <Kbd keys="g i" />
      </div>
      <ProgressBar
        parts={[
          { state: 'done', count: 3, word: 'merged' },
          { state: 'working', count: 2, word: 'working' },
          { state: 'failed', count: 1, word: 'failed' },
          { state: 'idle', count: 2, word: 'waiting' },
        ]}
      />
    </div>
  );
}
