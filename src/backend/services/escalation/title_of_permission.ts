/** What a person reads in the inbox, and by which the question is known again when its tool has run all the same. */
export function titleOfPermission(agentName: string, asked: { tool: string; summary: string }): string {
  const what = asked.summary.replace(/\s+/g, ' ').trim();
  return `${agentName} asks to use ${asked.tool}: ${what}`.slice(0, 200);
}
