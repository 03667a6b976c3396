'use client';
import { useSyncExternalStore } from 'react';
import { currentTheme, onThemeChange, type Theme } from './theme';

/** What the user chose. The server does not know it and says "system". */
export function useTheme(): Theme {
  return useSyncExternalStore(onThemeChange, currentTheme, () => 'system');
}
