'use client';
import { createContext, useContext } from 'react';
import type { VisualState } from '@/frontend/ui/state';

export type ShellProject = { id: string; slug: string; name: string };
export type ShellHealth = { state: VisualState; word: string };

/** What the frame needs to know. The app fills it from the server. */
export type ShellData = {
  /** The server has said which projects there are. */
  known: boolean;
  projects: readonly ShellProject[];
  /** The project in the address, or the one used last. */
  project: ShellProject | undefined;
  inboxCount: number;
  health: ShellHealth;
};

export type Shell = ShellData & {
  openPalette: () => void;
  openMenu: () => void;
};

export const ShellContext = createContext<Shell | undefined>(undefined);

export function useShell(): Shell {
  const shell = useContext(ShellContext);
  if (shell === undefined) throw new Error('useShell needs a ShellFrame around it');
  return shell;
}
