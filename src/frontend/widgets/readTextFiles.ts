const LARGEST = 150_000;

/** Files as one text, each under its name; code in fences. What is binary or too large comes back by name. */
export async function readTextFiles(
  files: readonly Pick<File, 'name' | 'size' | 'text'>[],
): Promise<{ text: string; refused: string[] }> {
  const parts: string[] = [];
  const refused: string[] = [];
  for (const file of files) {
    const text = file.size > LARGEST ? '\0' : await file.text();
    if (text.includes('\0') || text.includes('\uFFFD')) refused.push(file.name);
    else if (/\.(md|markdown|txt)$/i.test(file.name)) parts.push(text.trim());
    else
      parts.push(
        `**${file.name}**\n\n${fence(text)}${extension(file.name)}\n${text.trimEnd()}\n${fence(text)}`,
      );
  }
  return { text: parts.join('\n\n'), refused };
}

/** Longer than any run of backticks inside, so that the file cannot end its own fence. */
function fence(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  return '`'.repeat(longest + 1);
}

function extension(name: string): string {
  return /\.(\w+)$/.exec(name)?.[1] ?? '';
}
