/** Fields of `-z` output. The last one ends with a NUL too, so what follows it is not a field. */
export function splitNul(text: string): string[] {
  const fields = text.split('\0');
  if (fields.at(-1) === '') fields.pop();
  return fields;
}

/** Fields read one after the other, for formats where one field says how many follow. */
export function fieldReader(fields: readonly string[]): { next: () => string; more: () => boolean } {
  let at = 0;
  return {
    next: () => fields[at++] ?? '',
    more: () => at < fields.length,
  };
}
