const SEQUENCE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
  /\u001b(?:\[[0-9;:?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[()][A-Z0-9]|.)/g;

/** The plain text of a piece of a screen. */
export function stripEscapes(text: string): string {
  return text.replace(SEQUENCE, '');
}
