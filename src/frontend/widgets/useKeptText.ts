'use client';
import { useEffect, useState } from 'react';

/** Words that are not sent yet. They survive a reload and a tab that crashed; empty ones are forgotten. */
export function useKeptText(key: string): [string, (text: string) => void] {
  const [text, setText] = useState('');
  useEffect(() => setText(localStorage.getItem(key) ?? ''), [key]);
  return [
    text,
    (next) => {
      setText(next);
      if (next === '') localStorage.removeItem(key);
      else localStorage.setItem(key, next);
    },
  ];
}
