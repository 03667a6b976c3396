'use client';
import { Monitor, Moon, Sun } from 'lucide-react';
import { SegmentedControl } from '@/frontend/ui/SegmentedControl';
import { chooseTheme } from './theme';
import { useTheme } from './useTheme';

const segments = [
  { value: 'system', label: 'System', icon: <Monitor /> },
  { value: 'light', label: 'Light', icon: <Sun /> },
  { value: 'dark', label: 'Dark', icon: <Moon /> },
] as const;

export function ThemeSwitch({ iconsOnly = false }: { iconsOnly?: boolean }) {
  return (
    <SegmentedControl
      label="Theme"
      value={useTheme()}
      onChange={chooseTheme}
      segments={segments}
      iconsOnly={iconsOnly}
    />
  );
}
