import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findInLine } from './find_in_line';

const LISTED = ['git push', 'git stash', 'npm publish', 'tmux'];
const find = (line: string) => findInLine(line, LISTED);

describe('what is given to a shell or an interpreter', () => {
  it.each([
    "bash <<'EOF'\ngit push\nEOF",
    'bash <<EOF\ncd a\ngit push origin $(git branch --show-current)\nEOF',
    'cat <<EOF | bash\ngit push\nEOF',
    'cat <<EOF | tee run.log | sh\ngit push\nEOF',
    'sh -s <<EOF\ngit push\nEOF',
    'sh -s -- a b <<-EOF\n\tgit push\n\tEOF',
    'timeout 5 bash -x <<EOF\ngit push\nEOF',
    'bash - <<EOF\ngit push\nEOF',
    'source /dev/stdin <<EOF\ngit push\nEOF',
    "bash <<< 'git push'",
    'echo "git push" | bash',
    "echo -e 'cd x\\ngit push' | sh",
    "printf 'git %s\\n' push | bash",
    "printf '%s\\n' 'cd x' 'git push' | bash",
    `bash -c "$(cat <<'EOF'\ngit push\nEOF\n)"`,
    'bash -c "$(cat <<EOF\ngit push\nEOF)"',
    'bash -euo pipefail -c "git push"',
    'bash --norc -c "git push"',
    "python3 - <<'EOF'\nimport os\n# it's done by git\nos.system('git push')\nEOF",
    "python3 <<'EOF'\nimport subprocess\nsubprocess.run(['git', 'push'], check=True)\nEOF",
    `python3 -c "import subprocess; subprocess.run(['git','-C','.','push'])"`,
    `python3 -c "cmd = ['git', 'push', remote]"`,
    `python3 -c 'subprocess.run(f"git push {remote}", shell=True)'`,
    `python3 -u -c "import os; os.popen('tmux ls')"`,
    "node <<'EOF'\nrequire('child_process').execSync(`git push`)\nEOF",
    `node -e "require('child_process').spawnSync('git', ['push', 'origin'])"`,
    `node --eval="require('child_process').exec('git push')"`,
    `ruby -e 'system "git push"'`,
    `perl -e 'system("git", "push")'`,
  ])('%s', (line) => expect(find(line)).toBe('runs'));
});

describe('what is run while a line is read', () => {
  it.each([
    'OUT="$(git push origin "$(git branch --show-current)" 2>&1)"',
    `echo "I'm done: $(git push)" && echo "that's it"`,
    'echo "$(echo "$(echo "$(git push)")")"',
    'echo `echo \\`git push\\``',
    'echo "a `git push` b"',
    'cat <<EOF > a.md\n$(git push)\nEOF',
    'cat <<< "$(git push)"',
    'cat < $(git push)',
    'diff <(git push) a',
    'tee >(git push)',
    'echo $((1 + $(git push)))',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the shell's
    'echo "${A:-$(git push)}"',
    'A=($(git push))',
    'echo $((1 << 2)); git push',
    '(( a << 2 ))\ngit push',
    'case $a in b) git push ;; esac',
    'case $a in\n  b | c) ls ;;\n  *) git push ;;\nesac',
    'echo "$(case a in a) ls;; esac)" && git push',
    '[[ $a < b && -f c ]] && git push',
    "cat <<'A' <<B\ngit log\nA\nx\nB\ngit push",
    "echo $'it\\'s' && git push",
    'echo it\\\'s && git push; echo "',
    'echo a#b && git push',
    'echo "#" && git push',
  ])('%s', (line) => expect(find(line)).toBe('runs'));
});

describe('options, redirections and variables in the way', () => {
  it.each([
    'git -C $(pwd) push',
    'git -C "$(git rev-parse --show-toplevel)" push',
    'git $FLAGS push',
    '2>/dev/null git push',
    '>log git push',
    '&>log git push',
    '<a >b 2>&1 git push',
    'git 2>/dev/null push',
    'git p"us"h',
    'CMD="git push"; $CMD',
    'CMD="git push" && eval $CMD',
    'CMD="git push"\nbash -c "$CMD"',
    'export G=git; $G push',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the shell's
    'G=git; ${G} push',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the shell's
    '${GIT:-git} push',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the shell's
    'CMD=(git push origin); "${CMD[@]}"',
    'CMD=$(echo git push); $CMD',
    '$(which git) push',
    "trap 'git push' EXIT",
    "alias gp='git push'; gp",
    'function f { git push; }; f',
    'f() { git push; }; f',
    'f () {\n  git push\n}\nf',
    'coproc git push',
    'coproc P { git push; }',
  ])('%s', (line) => expect(find(line)).toBe('runs'));
});

describe('through programs that run another one', () => {
  it.each([
    'stdbuf -oL git push',
    'stdbuf -o L git push',
    'ionice -c 3 git push',
    'watch -n 5 git push',
    "watch 'git push'",
    'flock /tmp/lock git push',
    "flock -n /tmp/lock -c 'git push'",
    'script -c "git push"',
    'script -qc "git push" /dev/null',
    'script -q /dev/null git push',
    'strace -f -o log git push',
    'parallel git push ::: a b',
    "parallel -j 2 ::: 'git push' ls",
    "echo 'git push' | parallel",
    'ssh-agent git push',
    "ssh-agent sh -c 'git push'",
    'direnv exec . git push',
    'doas git push',
    'doas -u me git push',
    'su -c "git push"',
    "su me -c 'git push'",
    'busybox sh -c "git push"',
    'builtin eval "git push"',
    'command git push',
    'env -S "git push"',
    'env -u A B=1 git push',
    "ksh -c 'git push'",
    "ash -c 'git push'",
    "fish -c 'git push'",
    "find . -name a -exec ls {} \\; -exec sh -c 'git push' \\;",
    'xargs -I {} git push origin {}',
    'npx -c "git push"',
    'if ! git push; then ls; fi',
    'while true; do git push; done',
  ])('%s', (line) => expect(find(line)).toBe('runs'));
});

describe('what only mentions it', () => {
  it.each([
    'git commit -m "Document \\`git push\\`"',
    'echo "see \\`tmux\\`"',
    'echo "see \\$(tmux)"',
    'timeout 10 grep -rn "git push" .',
    'find docs -name "*.md" -exec grep -l "git push" {} +',
    'timeout 30 rg tmux',
    'timeout 60 vitest tmux',
    'npx --yes vitest tmux',
    'npx vitest run -t "tmux sessions"',
    'uv run pytest -k "tmux and not slow"',
    'poetry run pytest -k "git stash"',
    `node -e "console.log('tmux')"`,
    `node -e "console.log(['tmux', 'screen'], /git (.*)/.exec('git push'))"`,
    `python3 -c "print('git push')"`,
    `perl -pi -e 's/system\\("git push"\\)/x/' a.pl`,
    `python3 edit.py -c "os.system('git push')"`,
    "python3 - <<'EOF'\ntext = text.replace('git push', 'git fetch')\nEOF",
    'git ls-files | xargs grep -n "npm publish"',
    "cat <<'EOF' > a.md\ngit push\nEOF",
    "git commit -F - <<'EOF'\nSay it\n\ngit push\nEOF",
    'git commit -F - <<EOF\nDo not \\`git push\\`\nEOF',
    "bash run.sh <<'EOF'\ngit push\nEOF",
    "python3 run.py <<'EOF'\nos.system('git push')\nEOF",
    `git commit -m "$(cat <<'EOF'\nSay it's so\n\ngit push\nEOF\n)"`,
    'echo "git push" | grep push',
    'echo "git push" >> notes.md && bash run.sh',
    "watch grep -rn 'git push' .",
    'case $1 in tmux) ls ;; git|tmux) pwd ;; esac',
    '[[ $1 =~ ^(git|tmux)$ || $1 < tmux ]]',
    'A=(tmux screen)',
    'tmux() { ls; }',
    'CMD="git push"; echo $CMD',
    'git commit -m "$(echo git push)"',
    'sh -c \'echo "$1"\' tmux',
    'git help push',
    'git log $RANGE -- push',
    'which tmux && echo yes',
    'echo tmux # ; tmux',
    "echo 'a\ntmux\nb'",
    'trap - EXIT; trap "rm -f a" EXIT',
  ])('%s', (line) => expect(find(line)).toBe('none'));
});

describe('a line that is hard to read', () => {
  const nested = (times: number) => `${'echo $('.repeat(times)}ls${')'.repeat(times)}`;

  it('is not followed for ever, and what is not followed is not said to be harmless', () => {
    expect(find(nested(8))).toBe('none');
    expect(find(nested(40))).toBe('unclear');
    expect(find(`${nested(40)}; ls`)).toBe('unclear');
    expect(find(`git push; ${nested(40)}`)).toBe('runs');
    expect(findInLine(nested(40), [])).toBe('unclear');
    expect(find(`X='${'eval "$X";'.repeat(20)}'; eval "$X"`)).toBe('unclear');
    expect(find(`A=$A$A${'; A="$A$A$A$A$A$A$A$A x"'.repeat(30)}`)).toBe('unclear');
  });

  it.each([
    ['a chain of time limits', 'timeout 5 '.repeat(60), 'none'],
    ['a chain of paths', 'env 1/'.repeat(60), 'none'],
    ['a chain with variables', 'timeout 1 env A=1 '.repeat(200), 'none'],
    ['a chain to the end', `${'timeout 1 env A=1 '.repeat(5000)}git push`, 'runs'],
    ['searches in searches', 'find . -exec '.repeat(7000), 'none'],
    ['searches in a row', `find .${' -exec find {} \\;'.repeat(5000)}`, 'none'],
    ['quotations', `echo "it's" '"' `.repeat(7000), 'none'],
    ['quotations that are left open', `"'`.repeat(50_000), 'none'],
    ['substitutions', `echo "$(ls 'a' "b")" `.repeat(4500), 'none'],
    ['substitutions that are left open', `"'$(`.repeat(25_000), 'unclear'],
    ['substitutions in each other', '"$('.repeat(33_000), 'unclear'],
    ['brackets', '$(('.repeat(33_000), 'unclear'],
    ['lists', 'A=('.repeat(33_000), 'unclear'],
    ['marks', `echo "${'}'.repeat(150_000)}"`, 'none'],
    ['closing brackets', 'a)'.repeat(50_000), 'none'],
    ['more than a system takes', 'ls '.repeat(100_000), 'unclear'],
    ['backticks', '`\\'.repeat(50_000), 'none'],
    ['here-documents', 'cat <<A\n'.repeat(12_000), 'none'],
    ['pipes', 'echo a | bash | '.repeat(6000), 'none'],
    ['variables', `A=${'ls '.repeat(60)}; ${'$A; '.repeat(20_000)}`, 'none'],
    ['code', `node -e '${'"\\"'.repeat(30_000)}'`, 'none'],
    ['runners of packages', 'yarn -a '.repeat(12_000), 'none'],
    ['options', `helm ${'-a '.repeat(33_000)}`, 'none'],
  ])('is read at once: %s', (_, line, finding) => {
    const began = performance.now();
    expect(find(line)).toBe(finding);
    expect(performance.now() - began).toBeLessThan(2000);
  });

  it('gets an answer whatever it is', () => {
    const parts =
      '$( ) ` \' " \\ \n # <<A A A=( $ { } (( )) [[ ]] case in esac ;; | & < > <( git push bash -c eval =';
    const part = fc.constantFrom(...parts.split(' '));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), fc.constantFrom('', ' '), (chosen, joint) => {
        expect(['runs', 'unclear', 'none']).toContain(find(chosen.join(joint)));
      }),
      { numRuns: 3000 },
    );
  });
});
