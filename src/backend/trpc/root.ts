import { agentRouter } from './agent.trpc';
import { boardRouter } from './board.trpc';
import { controlRouter } from './control.trpc';
import { decisionRouter } from './decision.trpc';
import { epicRouter } from './epic.trpc';
import { eventsRouter } from './events.trpc';
import { inboxRouter } from './inbox.trpc';
import { mailRouter } from './mail.trpc';
import { planRouter } from './plan.trpc';
import { projectRouter } from './project.trpc';
import { providerRouter } from './provider.trpc';
import { reviewRouter } from './review.trpc';
import { sampleRouter } from './sample.trpc';
import { settingRouter } from './setting.trpc';
import { systemRouter } from './system.trpc';
import { taskRouter } from './task.trpc';
import { timelineRouter } from './timeline.trpc';
import { router } from './trpc';
import { usageRouter } from './usage.trpc';

export const appRouter = router({
  agent: agentRouter,
  control: controlRouter,
  project: projectRouter,
  provider: providerRouter,
  review: reviewRouter,
  sample: sampleRouter,
  setting: settingRouter,
  task: taskRouter,
  board: boardRouter,
  epic: epicRouter,
  inbox: inboxRouter,
  timeline: timelineRouter,
  decision: decisionRouter,
  mail: mailRouter,
  plan: planRouter,
  events: eventsRouter,
  system: systemRouter,
  usage: usageRouter,
});

export type AppRouter = typeof appRouter;
