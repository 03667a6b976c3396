export type Finding = { about: string; state: 'good' | 'warning' | 'bad'; message: string; next: string };

export function good(about: string, message: string): Finding {
  return { about, state: 'good', message, next: '' };
}
