'use client';
import { useEffect } from 'react';

/** Writes the count on the tab's icon. */
export function useFaviconBadge(count: number): void {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (link !== null) link.href = count === 0 ? '/icon.svg' : badge(count > 9 ? '9+' : String(count));
  }, [count]);
}

function badge(words: string): string {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#3d5ce0"/>' +
    '<path d="M5 26v-12l6 4v-4l6 4v-8h6v16z" fill="#fff"/><circle cx="22" cy="10" r="10" fill="#d92d30"/>' +
    `<text x="22" y="15" font-family="sans-serif" font-size="14" font-weight="700" text-anchor="middle" fill="#fff">${words}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
