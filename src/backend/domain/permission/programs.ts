type Words = ReadonlySet<string>;

/** How a program that runs another one is called. */
type Wrapper = {
  /** Options whose value is the next word. */
  valued?: Words;
  /** Options whose value is text for a shell. */
  text?: Words;
  /** How many words come before the program: the time of `timeout 5`, the file of `flock`. */
  operands?: number;
  /** Words of which one has to come first: `npm exec`. */
  only?: Words;
  /** Words that may come first as well: `yarn workspaces foreach`. */
  passes?: Words;
  /** Whether what follows is put together into one text for a shell. */
  joined?: boolean;
};

const NPX = words('-p --package -w --workspace --prefix --registry --cache --userconfig');
const TIMEOUT: Wrapper = { valued: words('-k --kill-after -s --signal'), operands: 1 };

export const WRAPPERS: Record<string, Wrapper> = {
  builtin: {},
  bun: { passes: words('exec run x'), valued: words('--cwd --filter -F --config -c') },
  bundle: { only: words('exec') },
  bunx: { valued: words('-p --package') },
  busybox: {},
  caffeinate: { valued: words('-t -w') },
  chrt: { operands: 1 },
  command: {},
  coproc: {},
  corepack: {},
  'cross-env': {},
  direnv: { only: words('exec'), operands: 1 },
  doas: { valued: words('-a -C -u') },
  dotenv: { valued: words('-e -p -v') },
  env: { valued: words('-a --argv0 -C --chdir -u --unset'), text: words('-S --split-string') },
  eval: { joined: true },
  exec: { valued: words('-a') },
  flock: {
    valued: words('-E --conflict-exit-code -w --wait --timeout'),
    text: words('-c --command'),
    operands: 1,
  },
  function: { operands: 1 },
  gtimeout: TIMEOUT,
  hatch: { only: words('run') },
  ionice: { valued: words('-c --class -n --classdata -p --pid -P --pgid -u --uid') },
  ltrace: { valued: words('-e -o -p -s -u') },
  nice: { valued: words('-n --adjustment') },
  nohup: {},
  npm: { only: words('exec x'), valued: NPX, text: words('-c --call') },
  npx: { valued: NPX, text: words('-c --call') },
  parallel: {
    valued: words(
      '-a --arg-file -C --colsep -d --delimiter --delay -I -j --jobs --joblog -L -n -N --results --retries -S --timeout',
    ),
    joined: true,
  },
  pdm: { only: words('run') },
  pipenv: { only: words('run') },
  pipx: { only: words('run'), valued: words('--index-url --pip-args --python --spec') },
  pnpm: {
    passes: words('dlx exec m multi recursive run run-script'),
    valued: words('-C --dir -F --filter --package --prefix --reporter --workspace-concurrency'),
    text: words('-c --shell-mode'),
  },
  poetry: { only: words('run'), valued: words('-C --directory -P --project') },
  rlwrap: {},
  script: { valued: words('-B -E -I -m -O -o -T'), text: words('-c --command'), operands: 1 },
  setsid: {},
  'ssh-agent': { valued: words('-a -E -O -P -t') },
  stdbuf: { valued: words('-e --error -i --input -o --output') },
  strace: { valued: words('-a -b -e -E -I -o -O -p -P -s -S -u') },
  su: { text: words('-c --command --session-command'), operands: Number.POSITIVE_INFINITY },
  sudo: { valued: words('-C -D -g --group -h -p -R -r -t -T -u --user -U') },
  taskset: { operands: 1 },
  time: { valued: words('-f --format -o --output') },
  timeout: TIMEOUT,
  unbuffer: {},
  uv: {
    only: words('run'),
    passes: words('tool'),
    valued: words(
      '--directory --env-file --extra --group --index-url --package --project --python -p --with',
    ),
  },
  uvx: { valued: words('--from --index-url --python -p --with') },
  watch: { valued: words('-n --interval -q --equexit'), joined: true },
  xargs: {
    valued: words(
      '-a --arg-file -d --delimiter -E -I -L --max-lines -n --max-args -P --max-procs -s --max-chars',
    ),
  },
  'xvfb-run': { valued: words('-e -f -n -s -w') },
  yarn: {
    passes: words('dlx exec foreach run workspace workspaces'),
    valued: words('--cwd --exclude --from --include -j'),
  },
};

/** Options with a value before the words by which a command is known; of other programs each option may have one. */
export const VALUED: Record<string, Words> = {
  bun: words('--cwd --filter -F --config -c -r --preload'),
  cargo: words('-C --color --config --manifest-path -Z'),
  docker: words('-c --config --context -H --host -l --log-level --tlscacert --tlscert --tlskey'),
  gh: words('-R --repo'),
  git: words('-C -c --attr-source --config-env --git-dir --namespace --work-tree'),
  gradle: words(
    '-b --build-file -c --settings-file -g --gradle-user-home -I --init-script -p --project-dir -x --exclude-task',
  ),
  just: words('-d --working-directory -f --justfile --shell --set'),
  make: words('-C --directory -f --file --makefile -I --include-dir -o --old-file -W --what-if'),
  mvn: words(
    '-b --builder -f --file -gs --global-settings -l --log-file -P --activate-profiles -pl --projects -rf --resume-from -s --settings -T --threads -t --toolchains',
  ),
  node: words('-C --conditions --env-file --import --input-type --loader -r --require'),
  npm: words(
    '-C --access --cache --loglevel --otp --prefix --registry --script-shell --tag --userconfig -w --workspace',
  ),
  npx: NPX,
  perl: words('-I'),
  pnpm: words(
    '-C --access --dir -F --filter --loglevel --otp --prefix --registry --reporter --tag --workspace-concurrency',
  ),
  podman: words('-c --connection --log-level --root --url'),
  python: words('-W -X'),
  python3: words('-W -X'),
  rake: words('-C --directory -f --rakefile -I --libdir -r --require'),
  ruby: words('-I -r'),
  yarn: words('--access --cwd --exclude --from --include -j --new-version --otp --registry --tag'),
};

/** Programs that take several targets in any order. */
export const BUILDERS = words('gradle just make mvn rake');
/** With these a target is only shown, and a package only packed. */
export const REHEARSALS: Record<string, Words> = {
  bun: words('--dry-run'),
  cargo: words('--dry-run -n'),
  deno: words('--dry-run'),
  gradle: words('--dry-run -m'),
  jsr: words('--dry-run'),
  just: words('--dry-run -n'),
  make: words('--dry-run --just-print -n --recon'),
  npm: words('--dry-run'),
  pnpm: words('--dry-run'),
  poetry: words('--dry-run'),
  rake: words('--dry-run -n'),
  uv: words('--dry-run'),
};

export const SHELLS = words('. ash bash dash fish ksh mksh sh source zsh');

/** One program under several names. */
const NAMES: Record<string, string> = {
  '@changesets/cli': 'changeset',
  '@vscode/vsce': 'vsce',
  'firebase-tools': 'firebase',
  gmake: 'make',
  gradlew: 'gradle',
  mvnw: 'mvn',
  'netlify-cli': 'netlify',
  nodejs: 'node',
};

/** `/usr/bin/npm` and `npm@latest` are `npm`. */
export function programOf(word: string): string {
  const bare = word.replace(/(?<=[^/])@.*$/, '');
  const name = Object.hasOwn(NAMES, bare) ? bare : bare.slice(bare.lastIndexOf('/') + 1);
  return Object.hasOwn(NAMES, name) ? (NAMES[name] ?? name) : name.replace(/^(python3?)\.\d+$/, '$1');
}

function words(text: string): Words {
  return new Set(text.split(' '));
}
