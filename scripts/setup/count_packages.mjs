/** What npm says with `--loglevel=http`, as how far it is. It looks every package up before it downloads the first one. */
export function countPackages() {
  const seen = { found: 0, fetched: 0, script: '' };
  return (line) => {
    if (/http fetch GET 200 \S+\.tgz/.test(line)) seen.fetched += 1;
    else if (/http fetch GET 200 /.test(line)) seen.found += 1;
    const script = /^> (@?[^@]+)@\S+ (?:pre|post)?install$/.exec(line);
    if (script) seen.script = `, building ${script[1]}`;
    return seen.fetched === 0 && seen.script === ''
      ? `${seen.found} looked up`
      : `${seen.fetched} downloaded${seen.script}`;
  };
}
