import type { ComponentProps } from 'react';
import ReactMarkdown from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';

/** Text written by people and agents. Sanitised; links leave in a new tab and tell nothing about us. */
export function Markdown({ text }: { text: string }) {
  return (
    <div className="md">
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        rehypePlugins={[rehypeSanitize]}
        components={{ a: OutLink, pre: FocusablePre, input: TaskMark }}
      >
        {text}
      </ReactMarkdown>
    </div>
  );
}

function OutLink({ href, children }: ComponentProps<'a'>) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

/** A code block scrolls sideways, so the keyboard must be able to reach it. */
function FocusablePre({ children }: ComponentProps<'pre'>) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region has to take the focus
  return <pre tabIndex={0}>{children}</pre>;
}

/** The box of a task list: shown, never clicked. */
function TaskMark({ checked = false }: ComponentProps<'input'>) {
  return <input type="checkbox" disabled checked={checked} readOnly aria-label={checked ? 'done' : 'open'} />;
}
