/**
 * Settings of the user that would change what our own commands do, answered for the length of one command.
 * Nothing is ever written into their configuration.
 */
const OWN_CONFIG = [
  'gc.auto=0',
  'maintenance.auto=false',
  'core.quotePath=false',
  'core.fsmonitor=false',
  'core.safecrlf=false',
  'color.ui=false',
  'advice.detachedHead=false',
  'commit.gpgSign=false',
  'diff.noprefix=false',
  'diff.mnemonicPrefix=false',
  'diff.relative=false',
  'log.showSignature=false',
  'status.showUntrackedFiles=normal',
  'merge.autoStash=false',
  'rebase.autoStash=false',
  'rebase.autoSquash=false',
  'rebase.updateRefs=false',
  'rebase.rebaseMerges=false',
  'rerere.enabled=false',
  'submodule.recurse=false',
  'push.recurseSubmodules=no',
  'push.followTags=false',
  'push.gpgSign=false',
  'fetch.prune=false',
  'fetch.writeCommitGraph=false',
] as const;

/** The server may have been started from a hook or an alias; none of that may steer our commands. */
const INHERITED_AND_UNWANTED = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_COMMON_DIR',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_NAMESPACE',
  'GIT_PREFIX',
  'GIT_QUARANTINE_PATH',
  'GIT_REFLOG_ACTION',
  'GIT_CONFIG_PARAMETERS',
  'GIT_EXTERNAL_DIFF',
  'GIT_DIFF_OPTS',
  'GIT_AUTHOR_DATE',
  'GIT_COMMITTER_DATE',
  'GIT_GLOB_PATHSPECS',
  'GIT_NOGLOB_PATHSPECS',
  'GIT_ICASE_PATHSPECS',
  'GIT_TRACE',
  'LANGUAGE',
] as const;

/**
 * `hooks`: our own commits, merges and checkouts must not run the user's hooks behind their back. A push does:
 * a pre-push hook is their gate on what leaves the machine (and Git LFS uploads its files there).
 */
export function configArgs(hooks: boolean): string[] {
  const settings = hooks ? OWN_CONFIG : [...OWN_CONFIG, 'core.hooksPath=/dev/null'];
  return settings.flatMap((setting) => ['-c', setting]);
}

export function baseEnv(input: { writes: boolean; ceiling?: string }): Record<string, string | undefined> {
  return {
    ...Object.fromEntries(INHERITED_AND_UNWANTED.map((name) => [name, undefined])),
    ...NON_INTERACTIVE,
    LC_ALL: 'C',
    GIT_ADVICE: '0',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_OPTIONAL_LOCKS: input.writes ? undefined : '0',
    // A worktree that lost its `.git` file must not be taken for a part of a repository around it.
    GIT_CEILING_DIRECTORIES: input.ceiling,
  };
}

/** Nobody is there to answer: neither git, ssh, an editor nor a pager may wait for a key. */
const NON_INTERACTIVE = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: 'true',
  SSH_ASKPASS: 'false',
  SSH_ASKPASS_REQUIRE: 'force',
  GIT_EDITOR: 'true',
  GIT_SEQUENCE_EDITOR: 'true',
  GIT_MERGE_AUTOEDIT: 'no',
  GIT_PAGER: 'cat',
} as const;

/**
 * For the sessions of agents: what `git` sees when an agent runs it. It is given as environment, so it holds
 * only there: no background gc that races across worktrees, no daemon left in a worktree, no pinentry that
 * nobody answers, no other branch moved by a rebase, no entry pushed on the stash that all worktrees share. New files
 * are shown, because work is not taken while some are left over.
 */
export function agentGitEnv(): Record<string, string> {
  const settings: [string, string][] = [
    ['gc.auto', '0'],
    ['maintenance.auto', 'false'],
    ['core.fsmonitor', 'false'],
    ['status.showUntrackedFiles', 'normal'],
    ['commit.gpgSign', 'false'],
    ['tag.gpgSign', 'false'],
    ['rebase.autoStash', 'false'],
    ['rebase.updateRefs', 'false'],
    ['merge.autoStash', 'false'],
    ['advice.detachedHead', 'false'],
  ];
  return {
    ...NON_INTERACTIVE,
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(
      settings.flatMap(([key, value], n) => [
        [`GIT_CONFIG_KEY_${n}`, key],
        [`GIT_CONFIG_VALUE_${n}`, value],
      ]),
    ),
  };
}
