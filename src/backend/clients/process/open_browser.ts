import type { Run } from './run';

/** Opens the address in the person's browser. It is a courtesy: when it fails, the printed address remains. */
export async function openBrowser(deps: { run: Run }, url: string): Promise<void> {
  const [file, ...args] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['explorer.exe', url]
        : ['xdg-open', url];
  if (file === undefined) return;
  await deps.run(file, args, { timeoutMs: 10_000 }).catch(() => undefined);
}
