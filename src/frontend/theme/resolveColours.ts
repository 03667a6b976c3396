/** The concrete colour of a token right now, for what cannot read CSS variables (xterm, canvas). */
export function resolveColours<Name extends string>(names: readonly Name[]): Record<Name, string>;
export function resolveColours(names: readonly string[]): Record<string, string> {
  const probe = document.createElement('span');
  probe.hidden = true;
  document.body.append(probe);
  const colours = names.map((name): [string, string] => {
    probe.style.color = `var(--${name})`;
    return [name, getComputedStyle(probe).color];
  });
  probe.remove();
  return Object.fromEntries(colours);
}
