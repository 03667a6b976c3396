/** `CrashLoop` is `crash loop`. */
export function inWords(type: string): string {
  return type.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}
