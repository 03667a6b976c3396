import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { PracticeConfig } from '@/shared/practice';
import { Scenario, ScenarioSpeed } from '@/shared/scenario';

export type FoundScenario = { scenario: Scenario; speed: ScenarioSpeed; trouble: string | null };

const BLOCK = /```scenario\s*\n([\s\S]*?)\n\s*```/;

/** From the settings (JSON or a file), else from a block in the epic's own words, else an empty one. */
export function findScenario(config: PracticeConfig, epicText: string): FoundScenario {
  const set = config.settings.scenario?.trim();
  const block = BLOCK.exec(epicText)?.[1];
  const speed = ScenarioSpeed.safeParse(config.settings.speed);
  const finish = (scenario: Scenario, trouble: string | null): FoundScenario => ({
    scenario,
    speed: speed.success ? speed.data : (scenario.speed ?? 'instant'),
    trouble,
  });
  const source = set === undefined || set === '' ? block : set;
  if (source === undefined) return finish(Scenario.parse({}), null);
  try {
    const json: unknown = JSON.parse(source.startsWith('{') ? source : readScenarioFile(config, source));
    return finish(Scenario.parse(json), null);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return finish(Scenario.parse({}), `The scenario cannot be used, so the default is: ${why}`);
  }
}

function readScenarioFile(config: PracticeConfig, file: string): string {
  return readFileSync(path.resolve(config.worktree, file), 'utf8');
}
