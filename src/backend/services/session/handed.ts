const handed = new Set<string>();
const MOST = 10_000;

/** The answer that carries this delivery has left this process. */
export function noteHanded(deliveryId: string): void {
  if (handed.size >= MOST) handed.clear();
  handed.add(deliveryId);
}

/**
 * True when this very process sent it. After a restart nothing is known: a program that asks again because the
 * answer never came looks the same as one that goes on because it did.
 */
export function wasHanded(deliveryId: string): boolean {
  return handed.has(deliveryId);
}
