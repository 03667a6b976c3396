import { describe, expect, it } from 'vitest';
import { lineRunsOneOf } from '@/backend/domain/permission/runs_one_of';
import { permissionsOf } from './permissions';

const { asked, forbidden } = permissionsOf('WORKER', 'auto');

describe('what a person is asked about before it is published', () => {
  it.each([
    'yarn release',
    'yarn deploy',
    'yarn workspace a release',
    'pnpm release',
    'pnpm --filter a release',
    'pnpm --filter a run release',
    'bun run release',
    'npm run-script release',
    'node --run release',
    'deno task release',
    'pnpm changeset publish',
    'yarn changeset publish',
    'npx @changesets/cli publish',
    'yarn lerna publish',
    'pnpm lerna publish',
    'yarn semantic-release',
    'pnpm semantic-release',
    'yarn release-it',
    'pnpm release-it',
    './gradlew publish',
    './gradlew :app:publish',
    './mvnw deploy',
    './mvnw -pl app deploy',
    'mvn release:perform',
    'npx nx release',
    'npx np',
    'npx firebase-tools deploy',
    'npx firebase-tools@13 deploy',
    'npx wrangler pages deploy',
    'node_modules/.bin/semantic-release',
    'npm --prefix $(pwd) publish',
    'npm $FLAGS publish',
    'npm publish --dry-run=false',
    'npm publish --dry-run false',
    'npm publish --dry-run --no-dry-run',
    'npm publish && npm publish --dry-run',
    'npm run release --dry-run',
    'npx semantic-release --dry-run',
    'make -C deploy release',
    'make release -j 4',
    'make -n test && make release',
    'docker image push a/b',
    'bash <<EOF\ncd a\nmake release\nEOF',
  ])('%s', (line) => {
    expect(lineRunsOneOf(line, asked)).toBe(true);
    expect(lineRunsOneOf(line, forbidden)).toBe(false);
  });
});

describe('what is only tried, or is something else', () => {
  it.each([
    'npm publish --dry-run',
    'npm publish --dry-run --tag next',
    'pnpm -r publish --dry-run',
    'cargo publish --dry-run',
    'make -n release',
    'make release --dry-run',
    './gradlew publish --dry-run',
    './gradlew publishToMavenLocal',
    'gradle build -x publish',
    'make -C deploy test',
    'mvn -pl deploy verify',
    'git ls-files | xargs grep -n "npm publish"',
    'npx jest -t "npm publish works"',
    'cargo --quiet test publish',
    'pnpm -r test publish',
    'pnpm add vercel',
    'yarn why np',
    'yarn workspace release test',
    'uv run pytest -k "make release"',
  ])('%s', (line) => {
    expect(lineRunsOneOf(line, asked)).toBe(false);
    expect(lineRunsOneOf(line, forbidden)).toBe(false);
  });
});

describe('what is left to the server in every mode', () => {
  it.each([
    'git branch -d x',
    'git branch -D x',
    'git branch --delete x',
    'git branch -Df x',
    'git branch -fd x',
    'git branch x -D',
    'git -C . branch x --delete',
    'git stash',
    'git worktree add ../x',
    'tmux ls',
  ])('%s', (line) => {
    expect(lineRunsOneOf(line, permissionsOf('WORKER', 'bypass').forbidden)).toBe(true);
  });

  it.each([
    'git branch --sort -committerdate',
    'git branch --sort=-committerdate -v',
    'git branch -- -D',
    'git branch x',
    'git branch -m old new',
    'git log --grep=stash',
  ])('but not %s', (line) => {
    expect(lineRunsOneOf(line, forbidden)).toBe(false);
  });
});
