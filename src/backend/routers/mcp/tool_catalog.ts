import type { Role } from '@/shared/agent';
import { TOOLS } from './tools';

/** What an agent of this role is given, by our own names (`task.create`), for its prompt and its allow list. */
export function toolCatalog(role: Role): { name: string; description: string }[] {
  return TOOLS.filter((tool) => tool.roles.includes(role)).map((tool) => ({
    name: tool.fullName,
    description: tool.description,
  }));
}
