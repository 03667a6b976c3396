'use client';
import { useState } from 'react';

export const SMALLEST_FONT = 9;
export const LARGEST_FONT = 22;
const DEFAULT = 13;
const KEY = 'ff-terminal-font';

/** The size of a terminal's text, kept in this browser. */
export function useFontSize(): [number, (size: number) => void] {
  const [size, setSize] = useState(() => (typeof window === 'undefined' ? DEFAULT : stored()));
  return [
    size,
    (next) => {
      const bounded = Math.min(Math.max(next, SMALLEST_FONT), LARGEST_FONT);
      setSize(bounded);
      localStorage.setItem(KEY, String(bounded));
    },
  ];
}

function stored(): number {
  const size = Number(localStorage.getItem(KEY) ?? DEFAULT);
  return Number.isInteger(size) && size >= SMALLEST_FONT && size <= LARGEST_FONT ? size : DEFAULT;
}
