const PAGE = 30_000;

/**
 * One page of a long text, cut after a whole line where there is one, and the words that say how to go on. What a
 * client may take of one answer is limited, and past that it cuts without saying where.
 */
export function pageText(text: string, offset: number, size = PAGE): string {
  if (offset === 0 && text.length <= size) return text;
  if (offset >= text.length) return `(Nothing more: the text has ${text.length} characters.)`;
  const piece = text.slice(offset, offset + size);
  if (offset + size >= text.length) return piece;
  const lineEnd = piece.lastIndexOf('\n') + 1;
  const whole = lineEnd > size / 2 ? piece.slice(0, lineEnd) : trimHalfCharacter(piece);
  const next = offset + whole.length;
  return `${whole}\n(${text.length - next} more characters: call again with offset ${next}.)`;
}

function trimHalfCharacter(piece: string): string {
  return /[\uD800-\uDBFF]$/.test(piece) ? piece.slice(0, -1) : piece;
}
