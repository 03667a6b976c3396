import { readdirSync } from 'node:fs';

/** Every address that has a page, as the folders of `src/app` say: a new page cannot be forgotten. */
export function listRoutes(): string[] {
  return readdirSync('src/app', { recursive: true, encoding: 'utf8' })
    .filter((file) => /(^|\/)page\.tsx$/.test(file))
    .map((file) => `/${file.replace(/\(\w+\)\//g, '').replace(/\/?page\.tsx$/, '')}`)
    .sort();
}
