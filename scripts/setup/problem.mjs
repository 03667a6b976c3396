/** What stopped the set-up, and the one thing to do about it. Printed without a stack: the reader is a user. */
export class SetupProblem extends Error {
  constructor(what, next, { cause, detail } = {}) {
    super(what, { cause });
    this.name = 'SetupProblem';
    this.next = next;
    this.detail = detail;
  }

  toString() {
    const detail = this.detail ? `\n${indent(this.detail)}\n` : '';
    return `\n${this.message}\n${detail}\n${indent(this.next)}\n`;
  }
}

/** Runs a script's main function; a problem becomes a message and exit code 1, a bug keeps its stack. */
export async function reportProblems(main) {
  try {
    await main();
  } catch (error) {
    process.stderr.write(error instanceof SetupProblem ? `${error}\n` : `${error?.stack ?? error}\n`);
    process.exitCode = 1;
  }
}

function indent(text) {
  return text
    .split('\n')
    .map((line) => (line ? `  ${line}` : ''))
    .join('\n');
}
