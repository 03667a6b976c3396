import { renderPrompt } from './render';

export type Reminder =
  | { kind: 'unsubmitted' | 'final_pr' | 'plan' | 'interrupted' }
  | { kind: 'review'; count: number };

/** A reminder in words. */
export function composeNudge(deps: { rootDir: string }, about: Reminder): Promise<string> {
  const count = about.kind === 'review' ? `${about.count}` : '';
  return renderPrompt(deps, `reminders/${about.kind}`, { count });
}
