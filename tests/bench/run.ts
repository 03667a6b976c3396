import { benchEpics } from './epics';
import { benchEvents } from './events';
import type { Figure } from './figure';
import { benchLanding } from './landing';
import { benchReconciler } from './reconciler';
import { benchServer } from './server';
import { benchSessions } from './sessions';
import { benchSupervisor } from './supervisor';
import { benchTasks } from './tasks';
import { benchTools } from './tools';
import { benchWeb } from './web';

const PARTS = {
  server: benchServer,
  tasks: benchTasks,
  tools: benchTools,
  landing: benchLanding,
  events: benchEvents,
  reconciler: benchReconciler,
  supervisor: benchSupervisor,
  sessions: benchSessions,
  web: benchWeb,
  epics: benchEpics,
};

const words = process.argv.slice(2);
const wanted = words.filter((word) => !word.startsWith('--'));
const figures: Figure[] = [];
for (const [name, bench] of Object.entries(PARTS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  process.stderr.write(`Measuring ${name} …\n`);
  figures.push(...(await bench()));
}
if (words.includes('--json')) console.log(JSON.stringify({ figures }, null, 2));
else for (const one of figures) console.log(describe(one));

function describe({ name, value, unit, ratio, floor, floorOf, goal }: Figure): string {
  return `${name}: ${value} ${unit}, ${ratio}× ${floorOf} (${floor} ${unit})${goal ? `; goal ${goal}` : ''}`;
}
