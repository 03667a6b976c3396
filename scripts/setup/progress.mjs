const LIVE_MS = 500;
const PLAIN_MS = 20_000;

/** One line that keeps moving in a terminal; elsewhere (a CI log) a line at the start, at the end and now and then. */
export function startProgress(label, stream = process.stderr) {
  const started = performance.now();
  let latest = '';
  const line = () =>
    `${label}${latest && `: ${latest}`} (${Math.round((performance.now() - started) / 1000)} s)`;
  const draw = () =>
    stream.write(stream.isTTY ? `\r\x1b[2K${line().slice(0, (stream.columns ?? 80) - 1)}` : `${line()}\n`);

  if (stream.isTTY) draw();
  else stream.write(`${label} …\n`);
  const timer = setInterval(draw, stream.isTTY ? LIVE_MS : PLAIN_MS);

  return {
    note(text) {
      if (text) latest = text;
    },
    end(succeeded) {
      clearInterval(timer);
      latest = succeeded ? 'done' : 'failed';
      stream.write(stream.isTTY ? `\r\x1b[2K${line()}\n` : `${line()}\n`);
    },
  };
}
