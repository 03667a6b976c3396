import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOurBranch, nameAgent, nameTask, rescueRef, slugify } from './naming';

const id = 'k3f9x2ab7qwe8rty1uio4pas';

describe('naming', () => {
  it('names branches and worktrees from the first eight characters', () => {
    expect(nameTask({ id, isEpic: true, worktreesDir: '/h/w' })).toEqual({
      branchName: 'factoryfactory/top-level-k3f9x2ab',
      worktreePath: '/h/w/top-level-k3f9x2ab',
    });
    expect(nameTask({ id, isEpic: false, worktreesDir: '/h/w' }).branchName).toBe(
      'factoryfactory/task-k3f9x2ab',
    );
    expect(nameAgent({ id, role: 'WORKER' })).toBe('worker-k3f9x2ab');
  });

  it('keeps rescue refs legal for git', () => {
    const ref = rescueRef({ taskId: id, at: new Date('2026-01-02T03:04:05.678Z') });
    expect(ref).toBe(`refs/factoryfactory/rescue/${id}/2026-01-02T03-04-05-678Z`);
  });

  it('knows its own branches', () => {
    expect(isOurBranch('factoryfactory/task-1')).toBe(true);
    expect(isOurBranch('main')).toBe(false);
    expect(isOurBranch('x/factoryfactory/task-1')).toBe(false);
  });

  it('makes a slug that is new, not reserved and fit for an address, from any name', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (name, others) => {
        const taken = new Set([...others, 'project', 'project-2']);
        const slug = slugify(name, taken);
        expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
        expect(taken.has(slug)).toBe(false);
        expect(slug).not.toBe('new');
      }),
    );
  });
});
