import { mkdir, mkdtemp, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Project } from '@/backend/resource_accessors/project.accessor';
import type { Task } from '@/backend/resource_accessors/task.accessor';
import type { ScenarioSpeed } from '@/shared/scenario';
import type { Deps } from '../deps';
import { addProject } from '../project/add_project';
import { createEpic } from '../task/create_epic';
import { makeSampleRepository } from './make_sample_repository';
import { SAMPLE_EPIC, sampleScenario } from './sample_epic';
import { SAMPLE_TEST_COMMAND } from './sample_files';

/** A sample repository with an epic that practice agents take to its final pull request, to watch and to try. */
export async function startSample(
  deps: Pick<Deps, 'store' | 'git' | 'run' | 'newId' | 'home'>,
  input: { speed: ScenarioSpeed },
): Promise<{ project: Project; epic: Task }> {
  const samples = path.join(deps.home.dir, 'samples');
  await mkdir(samples, { recursive: true, mode: 0o700 });
  const dir = path.join(await realpath(await mkdtemp(path.join(samples, 'sample-'))), 'tally');
  await makeSampleRepository(deps, { dir });
  const practice = { provider: 'practice' as const };
  const project = await addProject(deps, {
    path: dir,
    name: 'Tally (sample)',
    testCommand: SAMPLE_TEST_COMMAND,
    settings: { supervisor: practice, worker: practice },
  });
  const epic = await createEpic(deps, {
    projectId: project.id,
    parentId: null,
    title: SAMPLE_EPIC.title,
    description: SAMPLE_EPIC.description,
    options: { provider: { scenario: sampleScenario(input.speed) } },
  });
  return { project, epic };
}
