import { type Tool as ListedTool, ToolSchema } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { FactoryError } from '@/backend/domain/errors';
import type { Agent } from '@/backend/resource_accessors/agent.accessor';
import type { Deps } from '@/backend/services/deps';
import type { Role } from '@/shared/agent';

export const ServerName = z.enum(['task', 'git', 'mail', 'agent', 'system']);
export type ServerName = z.infer<typeof ServerName>;

/** What the use cases behind the tools need of the world. */
export type ToolDeps = Pick<
  Deps,
  'store' | 'git' | 'run' | 'commands' | 'home' | 'newId' | 'clock' | 'log' | 'notify'
>;

/** The agent is who the token says; no tool takes "who am I" as input. */
export type ToolContext = { deps: ToolDeps; agent: Agent };

type ToolSpec<Input extends z.ZodObject> = {
  server: ServerName;
  name: string;
  description: string;
  roles: readonly Role[];
  /** Changes nothing. Told to the client, which may then ask no permission for it. */
  readOnly?: boolean;
  input: Input;
  run(context: ToolContext, input: z.output<Input>): Promise<string>;
};

export type Tool = {
  server: ServerName;
  /** As we and our prompts call it: `task.create`. */
  fullName: string;
  name: string;
  description: string;
  roles: readonly Role[];
  readOnly: boolean;
  listed: ListedTool;
  call(context: ToolContext, raw: unknown): Promise<string>;
};

export const BOTH: readonly Role[] = ['SUPERVISOR', 'WORKER'];

export function defineTool<Input extends z.ZodObject>(spec: ToolSpec<Input>): Tool {
  const { server, name, description, roles } = spec;
  const fullName = `${server}.${name}`;
  const readOnly = spec.readOnly === true;
  return {
    server,
    fullName,
    name,
    description,
    roles,
    readOnly,
    listed: ToolSchema.parse({
      name,
      description,
      inputSchema: z.toJSONSchema(spec.input, { io: 'input' }),
      annotations: { readOnlyHint: readOnly, openWorldHint: false },
    }),
    async call(context, raw) {
      const input = spec.input.safeParse(raw ?? {});
      if (!input.success) throw notUnderstood(fullName, Object.keys(spec.input.shape), input.error);
      return spec.run(context, input.data);
    },
  };
}

/** Every mistake at once, so that the model needs one more try and not several. */
function notUnderstood(tool: string, fields: string[], error: z.ZodError): FactoryError {
  const mistakes = error.issues.slice(0, 8).map(sayIssue).join('; ');
  const takes = fields.length === 0 ? 'It takes no input.' : `It takes: ${fields.join(', ')}.`;
  return new FactoryError(
    'BAD_INPUT',
    `${tool} did not understand its input: ${mistakes}.`,
    `${takes} Correct that and call it again.`,
    { cause: error },
  );
}

function sayIssue(issue: z.core.$ZodIssue): string {
  const where = issue.path.join('.');
  const what = issue.message.replace(/\.$/, '');
  return where === '' ? what : `${where}: ${what}`;
}
