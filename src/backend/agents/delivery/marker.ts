const MARKER = /\[factory:([a-z][a-z0-9]{23})\]/g;

/** A delivery as it is given to an agent: its own hooks and transcript show the first line back to us. */
export function markText(delivery: { id: string; body: string }): string {
  return `[factory:${delivery.id}]\n${settleEnd(withoutControls(delivery.body))}`;
}

/** The deliveries that a text names. */
export function findMarkers(text: string): string[] {
  return [...text.matchAll(MARKER)].map((match) => match[1] ?? '');
}

/** Keys are not part of a message: pasted, they would be pressed by the agent's line editor. */
function withoutControls(body: string): string {
  return body.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '\ufffd');
}

/** After a backslash Enter is a new line, and after a half-written @name it picks a file: a space ends both. */
function settleEnd(body: string): string {
  return /\\$|(?:^|\s)[@/#]\S*$/.test(body) ? `${body} ` : body;
}
