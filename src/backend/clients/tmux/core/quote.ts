/** One word of tmux's command language, taken literally whatever it holds, newlines included. */
export function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

/** tmux ends a command at an argument that ends with a semicolon, unless that is escaped. */
export function literal(argument: string): string {
  return argument.endsWith(';') ? `${argument.slice(0, -1)}\\;` : argument;
}
