'use client';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/frontend/api/trpc';
import { formatBytes, plural } from '@/frontend/format/number';
import { AppLink } from '@/frontend/shell/AppLink';
import { paths } from '@/frontend/shell/paths';
import { CopyText } from '@/frontend/ui/CopyText';
import { Facts } from '@/frontend/ui/Facts';
import { Part } from './Part';

const EVERY_MS = 5000;
const MB = 1024 * 1024;

/** Memory and disk against the least that a new agent needs, and what of it is ours. */
export function Machine() {
  const trpc = useTRPC();
  const machine = useQuery({ ...trpc.control.machine.queryOptions(), refetchInterval: EVERY_MS }).data;
  const limits = useQuery(trpc.setting.limits.queryOptions()).data;
  const storage = useQuery({ ...trpc.system.storage.queryOptions(), refetchInterval: 6 * EVERY_MS }).data;
  return (
    <>
      <Part title="This machine">
        <div className="flex flex-col gap-3">
          <Meter
            name="Memory"
            freeMb={machine?.freeMemoryMb}
            totalMb={machine?.memoryMb}
            leastMb={limits?.minFreeMemoryMb}
            advice="Close a program or pause an epic"
          />
          <Meter
            name="Disk"
            freeMb={machine?.freeDiskMb}
            totalMb={machine?.diskMb}
            leastMb={limits?.minFreeDiskMb}
            advice="Delete finished epics to remove their worktrees, or make room"
          />
        </div>
      </Part>
      <Part title="On the disk">
        <Facts
          facts={[
            ['Database', storage === undefined ? null : formatBytes(storage.database)],
            ['Logs', storage === undefined ? null : formatBytes(storage.logs)],
            ['Backups', storage === undefined ? null : formatBytes(storage.backups)],
            ['Worktrees', storage === undefined ? null : plural(storage.worktrees, 'folder')],
            ['Folder', storage === undefined ? null : <CopyText key="dir" text={storage.dir} />],
          ]}
        />
      </Part>
    </>
  );
}

function Meter({
  name,
  freeMb,
  totalMb,
  leastMb,
  advice,
}: {
  name: string;
  freeMb: number | undefined;
  totalMb: number | undefined;
  leastMb: number | undefined;
  advice: string;
}) {
  const known = freeMb !== undefined && totalMb !== undefined && totalMb > 0;
  const used = known ? Math.round((1 - freeMb / totalMb) * 100) : 0;
  const low = known && leastMb !== undefined && freeMb < leastMb;
  return (
    <div className="text-sm">
      <p className="flex items-baseline justify-between gap-2">
        <span className="text-muted">{name}</span>
        <span className="tabular">
          {known ? `${formatBytes(freeMb * MB)} free of ${formatBytes(totalMb * MB)}` : '…'}
        </span>
      </p>
      <div aria-hidden className="mt-1 h-1.5 overflow-hidden rounded-full bg-hover">
        <div className={`h-full ${low ? 'bg-failed' : 'bg-idle'}`} style={{ width: `${used}%` }} />
      </div>
      {low ? (
        <p className="mt-1 text-xs text-failed">
          Less than the {formatBytes(leastMb * MB)} a new agent needs, so none starts. {advice}, or{' '}
          <AppLink href={paths.settings()} className="underline">
            lower the limit
          </AppLink>
          .
        </p>
      ) : null}
    </div>
  );
}
