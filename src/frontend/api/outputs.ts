import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/backend/trpc/root';

type Outputs = inferRouterOutputs<AppRouter>;

export type Project = Outputs['project']['get'];
export type Card = Outputs['board']['cards'][number];
export type InboxItem = Outputs['inbox']['list'][number];
export type TimelineEntry = Outputs['timeline']['list'][number];
export type TaskDetail = Outputs['epic']['detail'];
export type Plan = Outputs['plan']['get'];
export type PullRequest = Outputs['review']['list'][number];
export type PullDetail = Outputs['review']['get'];
export type LandingProgress = NonNullable<Outputs['review']['landing']>;
export type UnderWay = Outputs['review']['landings'][number];
export type Refusal = Outputs['review']['refusals'][number];
export type MailRow = Outputs['mail']['list']['items'][number];
export type ThreadMail = Outputs['mail']['thread'][number];
export type AgentRow = Outputs['agent']['list'][number];
export type DecisionRow = Outputs['decision']['list']['items'][number];
export type Health = Outputs['control']['health'];
export type Charge = Outputs['system']['charge'];
export type Told = Outputs['setting']['sentNotifications'][number];
