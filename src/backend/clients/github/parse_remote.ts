/** Owner and name of a repository on one of these hosts, whichever way its address is written; null for any other. */
export function parseRemote(url: string, hosts: readonly string[]): { owner: string; name: string } | null {
  const found =
    url.match(/^(?:https?|ssh|git):\/\/(?:[^@/]+@)?([^/:]+)(?::\d+)?\/([^/]+)\/([^/]+?)(?:\.git)?\/?$/) ??
    url.match(/^(?:[^@/]+@)?([^/:]+):([^/]+)\/([^/]+?)(?:\.git)?\/?$/);
  const [, host = '', owner, name] = found ?? [];
  if (owner === undefined || name === undefined) return null;
  return hosts.includes(host.toLowerCase()) ? { owner, name } : null;
}
