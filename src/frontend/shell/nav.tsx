import { Bot, GitPullRequest, Inbox, ListTree, Mail, Scale, SquareKanban } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from './paths';

export type NavItem = {
  label: string;
  icon: ReactNode;
  keys: string;
  href: (slug: string | undefined) => string;
};

/** Pages of a project lead to the list of projects while there is none. */
const ofProject = (path: (slug: string) => string) => (slug: string | undefined) =>
  slug === undefined ? paths.projects() : path(slug);

export const inboxItem: NavItem = { label: 'Inbox', icon: <Inbox />, keys: 'g i', href: () => paths.inbox() };

export const projectItems: NavItem[] = [
  { label: 'Board', icon: <SquareKanban />, keys: 'g b', href: ofProject(paths.board) },
  { label: 'Epics', icon: <ListTree />, keys: 'g e', href: ofProject(paths.epics) },
  { label: 'Reviews', icon: <GitPullRequest />, keys: 'g r', href: ofProject(paths.reviews) },
  { label: 'Agents', icon: <Bot />, keys: 'g a', href: ofProject(paths.agents) },
  { label: 'Mail', icon: <Mail />, keys: 'g m', href: ofProject(paths.mail) },
  { label: 'Decisions', icon: <Scale />, keys: 'g d', href: ofProject(paths.decisions) },
];

/** Whether a link is where the reader is. The board's address is a prefix of all the others. */
export function isCurrent(item: NavItem, slug: string | undefined, pathname: string): boolean {
  const href = item.href(slug);
  if (pathname === href) return true;
  return item.label !== 'Board' && slug !== undefined && pathname.startsWith(`${href}/`);
}
