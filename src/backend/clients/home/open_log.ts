import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';
import path from 'node:path';
import pino, { type Logger } from 'pino';

const ROTATE_AT_BYTES = 10 * 1024 * 1024;

// Never written, however an object that holds them reaches the log.
const SECRETS = [
  'token',
  'authorization',
  'cookie',
  'password',
  'secret',
  'apiKey',
  'tokenHash',
  'signingKey',
];

/** The server's own log: JSON lines in a private file, the previous one kept as server.log.1. */
export function openLog(input: { dir: string; level: string; rotateAtBytes?: number }): Logger {
  return pino(
    {
      level: input.level,
      redact: {
        paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `*.headers.${name}`]),
        censor: '[hidden]',
      },
      serializers: { err: pino.stdSerializers.errWithCause },
    },
    openFile(path.join(input.dir, 'server.log'), input.rotateAtBytes ?? ROTATE_AT_BYTES),
  );
}

/**
 * A server runs for weeks, so the file is changed while it is written, not only at a start. It is written at once:
 * the last line before a crash is the one that is looked for. A full disk costs lines, not the server.
 */
function openFile(file: string, rotateAtBytes: number): { write(line: string): void } {
  const open = () => openSync(file, 'a', 0o600);
  let fd = open();
  let size = fstatSync(fd).size;
  const startAnew = () => {
    renameSync(file, `${file}.1`);
    closeSync(fd);
    fd = open();
    size = 0;
  };
  return {
    write(line) {
      try {
        size += writeSync(fd, line);
        if (size >= rotateAtBytes) startAnew();
      } catch {
        size = 0;
      }
    },
  };
}
