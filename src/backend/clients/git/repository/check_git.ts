import { tmpdir } from 'node:os';
import type { GitContext } from '@/backend/clients/git/core/context';
import { FactoryError } from '@/backend/domain/errors';

/** merge-tree can merge without a checkout from here on. */
const OLDEST = [2, 38] as const;

/** The installed git's version; a missing or too old one is an error that says what to install. */
export async function checkGit(ctx: GitContext): Promise<{ version: string }> {
  const { stdout } = await ctx.execute({ cwd: tmpdir(), args: ['version'], discover: true });
  const [, version = '', major = '0', minor = '0'] = stdout.match(/((\d+)\.(\d+)[\w.]*)/) ?? [];
  const enough = Number(major) > OLDEST[0] || (Number(major) === OLDEST[0] && Number(minor) >= OLDEST[1]);
  if (enough) return { version };
  throw new FactoryError(
    'MISSING_TOOL',
    `git ${version || stdout.trim()} is too old: ${OLDEST.join('.')} or newer is needed.`,
    'Update git (macOS: brew install git; Debian, Ubuntu: apt install git; otherwise https://git-scm.com).',
    { data: { version } },
  );
}
