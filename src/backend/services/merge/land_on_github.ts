import type { GithubRepo } from '@/backend/clients/github/github_client';
import { FactoryError } from '@/backend/domain/errors';
import type { Project } from '@/backend/resource_accessors/project.accessor';
import type { PullRequest } from '@/backend/resource_accessors/pull_request.accessor';

/** GitHub merges, by the rules of that repository; the owner pulls when they like. */
export async function landOnGithub(input: {
  github: GithubRepo;
  pullRequest: PullRequest;
  project: Project;
}): Promise<string> {
  const { github, pullRequest, project } = input;
  if (pullRequest.forgeNumber === null || pullRequest.mirrorPending) {
    throw new FactoryError(
      'BUSY',
      `The newest commits of #${pullRequest.number} are not on GitHub yet${pullRequest.mirrorError ? `: ${pullRequest.mirrorError}` : '.'}`,
      'It is tried again by itself; merge when it says that it is mirrored.',
    );
  }
  const { sha } = await github.mergePull({
    number: pullRequest.forgeNumber,
    sha: pullRequest.headSha,
    style: project.settings.merge.style,
    title: `${pullRequest.title} (#${pullRequest.forgeNumber})`,
  });
  return sha;
}
