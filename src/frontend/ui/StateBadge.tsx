import { cx } from './cx';
import { StateDot } from './StateDot';
import { stateInk, stateTint, type VisualState } from './state';

/** Shape, colour and word. `quiet` drops the tint, for rows with many of them. */
export function StateBadge({ state, word, quiet }: { state: VisualState; word: string; quiet?: boolean }) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 whitespace-nowrap text-xs font-medium',
        quiet ? stateInk[state] : cx('h-5 rounded-full pr-2 pl-1', stateTint[state]),
      )}
    >
      <StateDot state={state} />
      {word}
    </span>
  );
}
