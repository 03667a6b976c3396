'use client';
import { useSyncExternalStore } from 'react';

/** Whether React has taken the page over. False on the server and while hydrating; true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(subscribe, onClient, onServer);
}

const subscribe = () => () => {};
const onClient = () => true;
const onServer = () => false;
