import type { GitAnswer, GitCommand } from '@/backend/clients/git/core/command';
import { gitFailure, redact } from '@/backend/clients/git/core/failure';
import { FactoryError } from '@/backend/domain/errors';

const AUTH =
  /Authentication failed|could not read (?:Username|Password)|terminal prompts disabled|Permission denied \(|Host key verification failed|Invalid username or (?:password|token)|returned error: 40[13]|Support for password authentication was removed/i;
const GONE =
  /does not appear to be a git repository|Repository not found|repository '.*' does not exist|returned error: 404|repository .* not found/i;
const OFFLINE =
  /Could not resolve host|Connection (?:refused|timed out|reset|closed)|Network is unreachable|Failed to connect|returned error: 5\d\d|unable to access|early EOF|the remote end hung up/i;

/** What a failed push or fetch means to a person. */
export function remoteFailure(
  input: { remote: string; command: GitCommand },
  answer: GitAnswer,
): FactoryError {
  const said = redact(answer.stderr.trim()).slice(-2000);
  const data = { remote: input.remote, stderr: said };
  if (AUTH.test(said)) {
    return new FactoryError(
      'NOT_LOGGED_IN',
      `The remote "${input.remote}" did not accept this machine's login.`,
      'Log in for git in a terminal (for GitHub: gh auth login && gh auth setup-git, or add an SSH key), then try again.',
      { data },
    );
  }
  if (GONE.test(said)) {
    return new FactoryError(
      'NOT_FOUND',
      `The remote "${input.remote}" points to a repository that does not exist or is hidden from you.`,
      `Check its address: git remote get-url ${input.remote}.`,
      { data },
    );
  }
  if (OFFLINE.test(said)) {
    return new FactoryError(
      'UNAVAILABLE',
      `The remote "${input.remote}" cannot be reached: ${lastLine(said)}.`,
      'Check the network; it is tried again later and nothing is lost meanwhile.',
      { data },
    );
  }
  return gitFailure(input.command, answer);
}

function lastLine(text: string): string {
  const lines = text.split('\n').filter((line) => /fatal|error/.test(line));
  return (lines[0] ?? text).replace(/^(fatal|error): /, '').replace(/\.$/, '');
}
