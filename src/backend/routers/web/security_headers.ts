/** Headers for every answer. The policy lets pages run our own scripts and nothing else. */
export function securityHeaders(input: {
  nonce: string;
  dev: boolean;
  port: number;
}): Record<string, string> {
  return {
    'content-security-policy': contentPolicy(input),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  };
}

function contentPolicy({ nonce, dev, port }: { nonce: string; dev: boolean; port: number }): string {
  const sockets = `ws://127.0.0.1:${port} ws://localhost:${port}`;
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${dev ? " 'unsafe-eval'" : ''}`,
    // The terminal and the graph set styles on elements; there is no way to give those a nonce.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    `connect-src 'self' ${sockets}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
