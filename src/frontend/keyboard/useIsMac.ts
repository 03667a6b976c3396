import { useSyncExternalStore } from 'react';

/** Whether ⌘ is the command key here. False on the server and while hydrating, then right. */
export function useIsMac(): boolean {
  return useSyncExternalStore(subscribe, isMac, onServer);
}

export function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}

const subscribe = () => () => {};
const onServer = () => false;
