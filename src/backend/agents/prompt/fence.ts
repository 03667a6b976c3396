import { randomBytes } from 'node:crypto';

/** Words of people and repositories, fenced with a name that they cannot know and so cannot close. Empty stays empty. */
export function fence(label: string, text: string): string {
  if (text.trim() === '') return '';
  const name = `${label}-${randomBytes(6).toString('hex')}`;
  return `<<<${name}\n${text.trim()}\n${name}>>>`;
}
