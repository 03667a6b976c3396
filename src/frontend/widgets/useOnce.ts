'use client';
import { useRef } from 'react';

/**
 * For what creates something: a second key or click may come before React has drawn that the first is under way. Nothing
 * more happens until that failed, or, with `again`, until it is over: what leaves the page stays shut until it has gone.
 */
export function useOnce({ again = false } = {}): (act: () => Promise<unknown>) => void {
  const isUnderWay = useRef(false);
  return (act) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    const release = () => {
      isUnderWay.current = false;
    };
    // By the promise: a mutation that is reset meanwhile, since somebody typed on, calls nobody back any more.
    act().then(again ? release : undefined, release);
  };
}
