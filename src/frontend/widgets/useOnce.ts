'use client';
import { useRef } from 'react';

/**
 * For what creates something: a second key or click may come before React has drawn that the first is under way. Nothing
 * more happens until `release`, which what leaves the page calls only when it failed.
 */
export function useOnce(): (act: (release: () => void) => void) => void {
  const isUnderWay = useRef(false);
  return (act) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    act(() => {
      isUnderWay.current = false;
    });
  };
}
