/** What a shell answers when the program it was told to run is not there, or is not a program. */
const NOT_RUN: readonly (number | null)[] = [126, 127];

/** False when a command says nothing about the work, because it did not begin. */
export function couldRun(exitCode: number | null): boolean {
  return !NOT_RUN.includes(exitCode);
}
