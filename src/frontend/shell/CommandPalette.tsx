'use client';
import { Command } from 'cmdk';
import { FolderGit2, Search } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { Dialog as Radix, VisuallyHidden } from 'radix-ui';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { Shortcut } from '@/frontend/keyboard/registry';
import { ShortcutLayer } from '@/frontend/keyboard/ShortcutLayer';
import { useShortcutRegistry } from '@/frontend/keyboard/ShortcutProvider';
import { Kbd } from '@/frontend/ui/Kbd';
import { StateDot } from '@/frontend/ui/StateDot';
import { paths } from './paths';
import { useShell } from './ShellContext';
import { useTaskSearch } from './useTaskSearch';

/** ⌘K: what can be done here (every shortcut on the page), where to go, and what the search finds. */
export function CommandPalette({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="anim-fade fixed inset-0 z-40 bg-overlay" />
        <Radix.Content
          aria-describedby={undefined}
          className="anim-in fixed top-[12vh] max-md:top-2 left-1/2 z-40 w-[min(600px,calc(100vw-24px))] -translate-x-1/2 overflow-hidden rounded-lg bg-raised shadow-pop outline-none"
        >
          <VisuallyHidden.Root>
            <Radix.Title>Search and commands</Radix.Title>
          </VisuallyHidden.Root>
          <ShortcutLayer>
            <Palette close={() => onOpenChange(false)} />
          </ShortcutLayer>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Palette({ close }: { close: () => void }) {
  const { projects } = useShell();
  const registry = useShortcutRegistry();
  const router = useRouter();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState('');
  const { results, busy } = useTaskSearch(projects, text.trim());
  const shortcuts = useMemo(
    () =>
      registry
        .list()
        .filter(({ group, keys }) => group !== 'List' && !['escape', 'mod+k'].some((key) => keys === key)),
    [registry],
  );
  const sections = SECTIONS.map((section) => ({
    section,
    members: shortcuts.filter((shortcut) => sectionOf(shortcut) === section),
  })).filter(({ members }) => members.length > 0);
  const first = results[0]?.key;
  // What the search found stands on top; it comes after the commands, which are here at once.
  useEffect(() => {
    if (first !== undefined) setChosen(rowOf(first));
  }, [first]);
  const run = (action: () => void) => () => {
    close();
    action();
  };

  return (
    <Command label="Search and commands" loop filter={matches} value={chosen} onValueChange={setChosen}>
      <div className="flex items-center gap-2 border-b border-line px-3">
        <Search aria-hidden className="size-4 text-muted" />
        <Command.Input
          value={text}
          onValueChange={setText}
          placeholder="Search, go, do…"
          className="h-11 flex-1 bg-transparent text-base outline-none pointer-coarse:text-lg"
        />
        {busy ? <span className="text-xs text-muted">searching…</span> : null}
        <Kbd keys="escape" />
      </div>
      <Command.List className="max-h-[min(420px,55vh)] overflow-y-auto overscroll-contain p-1">
        <Command.Empty className="px-3 py-6 text-center text-muted">
          {busy ? 'Searching…' : `Nothing is called “${text}”.`}
        </Command.Empty>
        {results.length === 0 ? null : (
          <Group heading="Found">
            {results.map((result) => (
              <Item key={result.key} value={rowOf(result.key)} onSelect={run(() => router.push(result.href))}>
                <StateDot state={result.state} />
                <span className="min-w-0 flex-1 truncate">{result.title}</span>
                <span className="text-xs text-muted">{result.hint}</span>
              </Item>
            ))}
          </Group>
        )}
        {sections.map(({ section, members }) => (
          <Group key={section} heading={section}>
            {members.map((shortcut) => (
              <Item
                key={shortcut.keys}
                value={`${shortcut.group ?? ''} ${shortcut.label}`}
                onSelect={run(shortcut.run)}
              >
                <span className="min-w-0 flex-1 truncate">{shortcut.label}</span>
                <Kbd keys={shortcut.keys} />
              </Item>
            ))}
          </Group>
        ))}
        <Group heading="Projects">
          {projects.map((project) => (
            <Item
              key={project.id}
              value={`project ${project.name} ${project.id}`}
              onSelect={run(() => router.push(paths.board(project.slug)))}
            >
              <FolderGit2 aria-hidden className="size-4 text-muted" />
              <span className="min-w-0 flex-1 truncate">{project.name}</span>
            </Item>
          ))}
        </Group>
      </Command.List>
    </Command>
  );
}

const SECTIONS = ['Anywhere', 'On this page', 'Go to', 'Theme'];

/** What only this page can do stands together, before the ways to other pages. */
function sectionOf({ group = '' }: Shortcut): string {
  return SECTIONS.includes(group) ? group : 'On this page';
}

/** Our server has matched what it found already: such a row is always kept. */
const FOUND = 'found ';
const rowOf = (key: string) => `${FOUND}${key}`;

/** Every word has to begin somewhere in the row: letters scattered over it are no match. */
function matches(value: string, search: string): number {
  if (value.startsWith(FOUND)) return 1;
  const parts = value.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => parts.some((part) => part.startsWith(word))) ? 1 : 0;
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted"
    >
      {children}
    </Command.Group>
  );
}

function Item({ value, onSelect, children }: { value: string; onSelect: () => void; children: ReactNode }) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex h-8 cursor-default select-none items-center gap-2 rounded-md px-2 text-sm data-[selected=true]:bg-selected pointer-coarse:h-11"
    >
      {children}
    </Command.Item>
  );
}
