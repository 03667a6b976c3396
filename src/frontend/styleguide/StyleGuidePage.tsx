'use client';
import { Inbox } from 'lucide-react';
import { Page } from '@/frontend/shell/Page';
import { ThemeSwitch } from '@/frontend/theme/ThemeSwitch';
import { EmptyState } from '@/frontend/ui/EmptyState';
import { ErrorState } from '@/frontend/ui/ErrorState';
import { SkeletonRows } from '@/frontend/ui/Skeleton';
import { Controls } from './Controls';
import { Overlays } from './Overlays';
import { Signs } from './Signs';

/** Every primitive in every state; the switch shows the other theme. */
export function StyleGuidePage() {
  return (
    <Page title="Design" actions={<ThemeSwitch iconsOnly />}>
      <div className="grid gap-8 p-4 xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-6">
          <Controls />
          <Overlays />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <Signs />
          <div className="rounded-lg border border-line">
            <EmptyState icon={<Inbox />} title="Nothing needs you.">
              One sentence that teaches, and the one button that helps.
            </EmptyState>
          </div>
          <div className="rounded-lg border border-line">
            <ErrorState
              title="The server did not answer."
              next="It is asked again by itself; you can ask now."
              detail="The technical part, folded away."
              onRetry={() => {}}
            />
          </div>
          <div data-specimen>
            <SkeletonRows rows={3} label="Loading" />
          </div>
        </div>
      </div>
    </Page>
  );
}
