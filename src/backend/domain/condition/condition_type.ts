/** Everything that can be said about a system, a project, a task or an agent. Who says and takes back each: docs/RECONCILIATION_DESIGN.md. */
export const CONDITION_TYPES = [
  'CrashLoop',
  'TimedOut',
  'Stalled',
  'DependencyFailed',
  'SetupFailed',
  'MergeDeferred',
  'DeliveryStuck',
  'UsageLimit',
  'ProviderUnavailable',
  'ReconcileFailing',
  'WorktreeFailing',
  'MergeFailing',
  'DeliveryFailing',
  'ForgeUnavailable',
  'InngestUnreachable',
  'Unhealthy',
] as const;

export type ConditionType = (typeof CONDITION_TYPES)[number];
