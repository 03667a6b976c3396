import type { ServerResponse } from 'node:http';

type Refusal = { status: number; message: string; next: string };

/** Says no: a small page to people, JSON to programs. */
export function sendRefusal(res: ServerResponse, refusal: Refusal, wantsPage: boolean): void {
  res.statusCode = refusal.status;
  res.setHeader('cache-control', 'no-store');
  if (!wantsPage) {
    res.setHeader('content-type', 'application/json; charset=utf-8');
    res.end(JSON.stringify({ ok: false, message: refusal.message, next: refusal.next }));
    return;
  }
  res.setHeader('content-type', 'text/html; charset=utf-8');
  res.end(page(refusal));
}

function page({ message, next }: Refusal): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>Factory Factory</title>
<style>body{font:14px/1.6 system-ui,sans-serif;max-width:34rem;margin:20vh auto;padding:0 1.5rem}code{font-family:ui-monospace,monospace}</style>
</head><body><h1 style="font-size:1rem">${escapeHtml(message)}</h1><p>${escapeHtml(next)}</p></body></html>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
