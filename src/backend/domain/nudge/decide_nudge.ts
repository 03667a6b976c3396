export type NudgeFacts = {
  at: Date;
  /** Since when the agent has had nothing to do. */
  idleSince: Date;
  /** When the reminders since the last real event were put in line. */
  nudges: readonly Date[];
  nudgeMinutes: number;
  nudgeLimit: number;
};

export type NudgeDecision = { kind: 'nudge' } | { kind: 'wait'; until: Date } | { kind: 'give_up' };

/** A reminder after two minutes, then after four, then eight; then a person is told and it stops. */
export function decideNudge(facts: NudgeFacts): NudgeDecision {
  // One that lies ahead was made before the clock was set back.
  const made = facts.nudges.filter((nudge) => nudge <= facts.at);
  const last = made.reduce((newest, nudge) => (nudge > newest ? nudge : newest), facts.idleSince);
  const waitMs = facts.nudgeMinutes * 60_000 * 2 ** facts.nudges.length;
  const due = new Date(last.getTime() + waitMs);
  if (due > facts.at) return { kind: 'wait', until: due };
  return facts.nudges.length >= facts.nudgeLimit ? { kind: 'give_up' } : { kind: 'nudge' };
}
