import { execa } from 'execa';

/** Hands the terminal over to another program until it ends. */
export async function runInTerminal(file: string, args: readonly string[]): Promise<number> {
  const result = await execa(file, [...args], { stdio: 'inherit', reject: false });
  return result.exitCode ?? 1;
}
