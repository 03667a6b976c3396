import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { countPackages } from '../../../scripts/setup/count_packages.mjs';
import { countTests } from '../../../scripts/setup/count_tests.mjs';
import { openFingerprints } from '../../../scripts/setup/fingerprint.mjs';
import { explainNpm } from '../../../scripts/setup/install.mjs';
import { withLock } from '../../../scripts/setup/lock.mjs';
import { installCommand, packageManager } from '../../../scripts/setup/platform.mjs';
import { isFresh, refresh } from '../../../scripts/setup/step.mjs';
import { isAtLeast, isSupportedNode, parseVersion } from '../../../scripts/setup/version.mjs';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const LOCK_MODULE = path.join(ROOT, 'scripts/setup/lock.mjs');

let folder = '';
const children: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'factory house '));
});

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

describe('versions', () => {
  it.each([
    ['git version 2.39.5 (Apple Git-154)', { major: 2, minor: 39 }],
    ['tmux 3.3a', { major: 3, minor: 3 }],
    ['tmux next-3.6', { major: 3, minor: 6 }],
    ['tmux master', undefined],
  ])('reads %s', (text, version) => {
    expect(parseVersion(text)).toEqual(version);
  });

  it('compares by number, not by text', () => {
    expect(isAtLeast({ major: 2, minor: 100 }, { major: 2, minor: 38 })).toBe(true);
    expect(isAtLeast({ major: 3, minor: 0 }, { major: 2, minor: 38 })).toBe(true);
    expect(isAtLeast({ major: 2, minor: 9 }, { major: 2, minor: 38 })).toBe(false);
  });

  it.each([
    ['20.18.3', false],
    ['20.19.0', true],
    ['21.7.3', false],
    ['22.11.0', false],
    ['22.12.0', true],
    ['24.1.0', true],
    ['18.20.8', false],
  ])('Node %s is supported: %s', (text, supported) => {
    expect(isSupportedNode(text)).toBe(supported);
  });
});

describe('the install command', () => {
  it.each([
    ['darwin', '', 'brew install tmux'],
    ['linux', 'ID=ubuntu\nID_LIKE=debian\n', 'sudo apt-get install -y tmux'],
    ['linux', 'ID="rocky"\nID_LIKE="rhel centos fedora"\n', 'sudo dnf install -y tmux'],
    ['linux', 'ID=arch\n', 'sudo pacman -S --needed tmux'],
  ])('on %s %j is %s', (platform, osRelease, command) => {
    expect(installCommand('tmux', packageManager(platform, osRelease))).toBe(command);
  });

  it('names every common one when the system is unknown', () => {
    const advice = installCommand('compiler', packageManager('linux', 'ID=unheard-of\n'));
    expect(advice.split('\n')).toHaveLength(3);
    expect(advice).toContain('build-essential');
  });
});

describe('a step', () => {
  const context = () => ({
    root: folder,
    stateFolder: path.join(folder, '.setup'),
    fingerprints: openFingerprints(folder, path.join(folder, '.setup/fingerprints.json')),
  });

  const counting = (during: () => void = () => {}) => {
    const step = {
      name: 'sample',
      runs: 0,
      key: (given: ReturnType<typeof context>) => given.fingerprints.of(['input', 'missing']),
      outputs: () => ['output'],
      run: async () => {
        step.runs += 1;
        during();
        writeFileSync(path.join(folder, 'output'), String(step.runs));
      },
    };
    return step;
  };

  beforeEach(() => {
    mkdirSync(path.join(folder, 'input/deep'), { recursive: true });
    writeFileSync(path.join(folder, 'input/deep/a.ts'), 'one');
  });

  it('is skipped while nothing changed', async () => {
    const step = counting();
    expect(await refresh(context(), step)).toBe(true);
    expect(await refresh(context(), step)).toBe(false);
    expect(step.runs).toBe(1);
  });

  it.each([
    [
      'its content changes, even to the same length',
      () => writeFileSync(path.join(folder, 'input/deep/a.ts'), 'two'),
    ],
    ['a file appears', () => writeFileSync(path.join(folder, 'input/b.ts'), '')],
    ['a file goes', () => rmSync(path.join(folder, 'input/deep/a.ts'))],
    ['what it made is gone', () => rmSync(path.join(folder, 'output'))],
  ])('runs again when %s', async (_, change) => {
    const step = counting();
    await refresh(context(), step);
    change();
    expect(isFresh(context(), step)).toBe(false);
    await refresh(context(), step);
    expect(step.runs).toBe(2);
  });

  it('is not rerun for a new timestamp alone', async () => {
    const step = counting();
    await refresh(context(), step);
    writeFileSync(path.join(folder, 'input/deep/a.ts'), 'one');
    expect(await refresh(context(), step)).toBe(false);
  });

  it('runs again after it failed half-way, although an older run had succeeded', async () => {
    const step = counting(() => {
      if (step.runs === 2) throw new Error('interrupted');
    });
    await refresh(context(), step);
    rmSync(path.join(folder, 'output'));
    await expect(refresh(context(), step)).rejects.toThrow('interrupted');
    writeFileSync(path.join(folder, 'output'), 'half');
    expect(isFresh(context(), step)).toBe(false);
  });

  it('runs again when its input changed while it ran', async () => {
    const step = counting(() => writeFileSync(path.join(folder, 'input/deep/a.ts'), `edit ${step.runs}`));
    await refresh(context(), step);
    expect(isFresh(context(), step)).toBe(false);
  });

  it('survives a damaged cache', async () => {
    const step = counting();
    mkdirSync(path.join(folder, '.setup'));
    writeFileSync(path.join(folder, '.setup/fingerprints.json'), '{"input/deep/a.ts":');
    await refresh(context(), step);
    expect(await refresh(context(), step)).toBe(false);
  });
});

describe('the lock', () => {
  const holdElsewhere = async () => {
    const program = `import { withLock } from ${JSON.stringify(LOCK_MODULE)};
      await withLock(process.argv[1], async () => { console.log('held'); await new Promise((r) => process.stdin.once('data', r)); });
      process.exit(0);`;
    const args = ['--input-type=module', '-e', program, path.join(folder, 'lock')];
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    children.push(child);
    await once(child.stdout, 'data');
    return child;
  };

  it('lets the second wait for the first', async () => {
    const holder = await holdElsewhere();
    const waited: unknown[] = [];
    const second = withLock(path.join(folder, 'lock'), async () => 'mine', {
      onWait: (pid: unknown) => {
        waited.push(pid);
        holder.stdin?.write('\n');
      },
    });
    expect(await second).toBe('mine');
    expect(waited).toEqual([holder.pid]);
    expect(existsSync(path.join(folder, 'lock'))).toBe(false);
  });

  it('is taken over from a process that was killed', async () => {
    const holder = await holdElsewhere();
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    expect(existsSync(path.join(folder, 'lock'))).toBe(true);
    expect(await withLock(path.join(folder, 'lock'), async () => 'mine')).toBe('mine');
  });

  it('waits for the orphaned child of a killed process', async () => {
    const orphan = spawn('sleep', ['60'], { stdio: 'ignore' });
    children.push(orphan);
    const gone = spawnSync(process.execPath, ['-e', '']).pid;
    writeFileSync(path.join(folder, 'lock'), JSON.stringify({ pid: gone, token: 'x', child: orphan.pid }));

    const order: string[] = [];
    orphan.once('exit', () => order.push('orphan ended'));
    await withLock(path.join(folder, 'lock'), async () => order.push('locked'), {
      onWait: () => orphan.kill('SIGKILL'),
    });
    expect(order).toEqual(['orphan ended', 'locked']);
  });

  it('lets only one of several in after a crash', async () => {
    const gone = spawnSync(process.execPath, ['-e', '']).pid;
    writeFileSync(path.join(folder, 'lock'), JSON.stringify({ pid: gone, token: 'x' }));
    const program = `import { withLock } from ${JSON.stringify(LOCK_MODULE)};
      import { mkdirSync, rmdirSync } from 'node:fs';
      await withLock(process.argv[1], async () => {
        mkdirSync(process.argv[2]); await new Promise((r) => setTimeout(r, 50)); rmdirSync(process.argv[2]);
      });`;
    const args = [
      '--input-type=module',
      '-e',
      program,
      path.join(folder, 'lock'),
      path.join(folder, 'inside'),
    ];
    const started = Array.from({ length: 4 }, () => spawn(process.execPath, args, { stdio: 'inherit' }));
    children.push(...started);
    const codes = await Promise.all(started.map(async (child) => (await once(child, 'exit'))[0]));
    expect(codes).toEqual([0, 0, 0, 0]);
  });
});

describe('npm start without a tool', () => {
  const run = (programs: string[], version = '') => {
    const bin = path.join(folder, 'bin');
    mkdirSync(bin);
    symlinkSync(process.execPath, path.join(bin, 'node'));
    for (const name of programs) {
      writeFileSync(path.join(bin, name), `#!/bin/sh\necho "${name} ${version || '99.0'}"\n`, {
        mode: 0o755,
      });
    }
    const script = path.join(ROOT, 'scripts/setup.mjs');
    return spawnSync(process.execPath, [script], {
      env: { PATH: bin, HOME: folder, NODE_ENV: 'test' },
      encoding: 'utf8',
    });
  };

  it('says that tmux is missing, why, and what to type', () => {
    const { status, stderr } = run(['git']);
    expect(status).toBe(1);
    expect(stderr).toContain('tmux 3.2 or newer is needed, and was not found.');
    expect(stderr).toContain(installCommand('tmux').split('\n')[0]);
    expect(stderr).not.toContain('    at ');
  });

  it('says that git is missing', () => {
    const { status, stderr } = run(['tmux']);
    expect(status).toBe(1);
    expect(stderr).toContain('git 2.38 or newer is needed, and was not found.');
    expect(stderr).toContain(installCommand('git').split('\n')[0]);
  });

  it('says that one is too old', () => {
    const { status, stderr } = run(['git', 'tmux'], '2.9');
    expect(status).toBe(1);
    expect(stderr).toContain('git 2.38 or newer is needed, and git 2.9 was found.');
  });
});

describe('advice after a failed installation', () => {
  it.each([
    ['gyp ERR! not found: make', installCommand('compiler').split('\n')[0]],
    ['gyp ERR! stack is related to network connectivity. In most cases', 'headers of Node'],
    ['npm error code EAI_AGAIN', 'registry could not be reached'],
    ['npm error code ENOSPC', 'disk is full'],
  ])('for %s', (log, advice) => {
    expect(explainNpm(log)).toContain(advice);
  });
});

it('shows that an installation moves before the first package is downloaded', () => {
  const note = countPackages();
  const fetched = 'npm http fetch GET 200 https://registry.example/';
  expect([
    note('npm warn EBADENGINE }'),
    note(`${fetched}zod 41 ms (cache miss)`),
    note(`${fetched}react 43 ms (cache miss)`),
    note(`${fetched}zod/-/zod-4.0.0.tgz 90 ms (cache miss)`),
    note('> node-pty@1.1.0 install'),
  ]).toEqual([
    '0 looked up',
    '1 looked up',
    '2 looked up',
    '1 downloaded',
    '1 downloaded, building node-pty',
  ]);
});

describe('the last line of npm test', () => {
  const file = (name: string, status: string, tests: string[]) => ({
    name: `/root/${name}`,
    status,
    assertionResults: tests.map((state, index) => ({ status: state, fullName: `test ${index}` })),
  });
  const count = (testResults: unknown[] | undefined, exitCode: number) =>
    countTests({ report: testResults && { testResults }, exitCode, root: '/root' });

  it('counts', () => {
    const { line, failures } = count([file('a.test.ts', 'failed', ['passed', 'failed', 'pending'])], 1);
    expect(line).toBe('1 passed, 1 failed, 1 skipped');
    expect(failures).toEqual(['a.test.ts > test 1']);
  });

  it('counts a file that did not load', () => {
    expect(count([file('a.test.ts', 'failed', []), file('b.test.ts', 'passed', ['passed'])], 1).line).toBe(
      '1 passed, 1 failed',
    );
  });

  it('never says "0 failed" when the run failed', () => {
    expect(count(undefined, 1).line).toBe('0 passed, 1 failed');
    expect(count([file('a.test.ts', 'passed', ['passed'])], 1).line).toBe('1 passed, 1 failed');
  });
});

it('the set-up imports nothing that must be installed first', () => {
  const program = `import { readdirSync } from 'node:fs';
    for (const name of readdirSync(process.argv[1] + '/setup')) await import(process.argv[1] + '/setup/' + name);
    await import(process.argv[1] + '/setup.mjs');`;
  const copy = path.join(folder, 'scripts');
  mkdirSync(path.join(copy, 'setup'), { recursive: true });
  const list = spawnSync('git', ['ls-files', 'scripts/setup.mjs', 'scripts/setup'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  for (const name of list.stdout.trim().split('\n')) {
    writeFileSync(path.join(folder, name), readFileSync(path.join(ROOT, name)));
  }
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program, copy], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
});
