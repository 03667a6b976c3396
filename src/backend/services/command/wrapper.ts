/** So much of what a command prints first is kept, and so much of what it prints last. */
const FIRST_BYTES = 20_000_000;
const LAST_BYTES = 1_000_000;

/**
 * Reads what is printed and appends it to the log at once, as much as fits; of the rest it keeps the end in memory, until
 * there is no more. `dd` writes each piece as it came, and counts pieces, not bytes: so the log is measured in between.
 * It reads on whatever happens, as the command would be ended by a pipe that nobody reads, and a signal to all of the
 * command's processes is none to it: it ends when nobody prints any more.
 */
const LIMIT = `
cd /
now=0 before=-1
while [ "$now" -gt "$before" ] && [ "$now" -lt ${FIRST_BYTES} ]; do
  before=$now
  dd bs=65536 count=$(((${FIRST_BYTES} - now) / 65536 + 1))
  now=$(($(wc -c <"$1")))
done
if [ "$now" -ge ${FIRST_BYTES} ]; then
  printf '\\n[more was printed than is kept: from here on, only the end of it]\\n'
  tail -c ${LAST_BYTES}
fi
exec cat >/dev/null
`;

/**
 * For sh: a command (`$2`) with its output in a log (`$1`) that only its owner may read, and that stays small enough. It
 * goes there without this server, so a chatty command costs no memory and a killed server loses no line. The command
 * takes the place of the shell: its number and its status are the command's own.
 */
const WRAPPER = `
mask=$(umask)
umask 077
exec </dev/null
if mkfifo "$4" 2>/dev/null; then
  (trap '' TERM INT HUP; sh -c "$3" sh "$1" <"$4" >>"$1" 2>/dev/null &)
  exec >"$4" 2>&1
  rm -f "$4"
else
  exec >>"$1" 2>&1
fi
umask "$mask"
exec sh -c "$2"
`;

/** Through which a command prints; in the file system for a moment only. */
export function pipeOf(logPath: string): string {
  return `${logPath}.pipe`;
}

/** The arguments of sh for it. */
export function wrap(input: { logPath: string; command: string }): string[] {
  return ['-c', WRAPPER, 'sh', input.logPath, input.command, LIMIT, pipeOf(input.logPath)];
}
