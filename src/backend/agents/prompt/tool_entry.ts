/** A tool as a prompt names it: `task.create`, and what it is for. */
export type ToolEntry = { name: string; description: string };
