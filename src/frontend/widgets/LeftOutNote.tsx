import { cx } from '@/frontend/ui/cx';
import { describeLeftOut, type LeftOut } from '@/shared/left_out';

/** Before a merge: what was planned and is not in it. */
export function LeftOutNote({ leftOut, className }: { leftOut: LeftOut; className?: string }) {
  const words = describeLeftOut(leftOut);
  return words === null ? null : (
    <p className={cx('rounded-md bg-failed-bg px-3 py-2 [overflow-wrap:anywhere]', className)}>{words}</p>
  );
}
