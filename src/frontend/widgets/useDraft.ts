'use client';
import { useEffect, useLayoutEffect, useState } from 'react';
import type { z } from 'zod';

/** Form state that survives a reload, a crash of the tab and a failed send. `forget` once it is saved. */
export function useDraft<Value>(
  key: string,
  schema: z.ZodType<Value>,
  empty: Value,
): { value: Value; change: (next: Partial<Value>) => void; forget: () => void } {
  const [value, setValue] = useState(empty);
  const [loaded, setLoaded] = useState(false);
  // Before the form can be typed into: coming later, what was kept would replace the first letters.
  useLayoutEffect(() => {
    const kept = schema.safeParse(parse(localStorage.getItem(key)));
    if (kept.success) setValue(kept.data);
    setLoaded(true);
  }, [key, schema]);
  useEffect(() => {
    if (!loaded) return;
    // At once: whoever types and leaves the page in the same second has written something too.
    const text = JSON.stringify(value);
    if (text === JSON.stringify(empty)) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  }, [key, value, loaded, empty]);
  return {
    value,
    change: (next) => setValue((before) => ({ ...before, ...next })),
    forget: () => {
      setLoaded(false);
      localStorage.removeItem(key);
    },
  };
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
