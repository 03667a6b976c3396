import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Markdown } from './Markdown';

const render = (text: string) => renderToStaticMarkup(<Markdown text={text} />);

it('opens links elsewhere, without telling where from', () => {
  expect(render('[docs](https://example.com)')).toContain(
    '<a href="https://example.com" target="_blank" rel="noopener noreferrer nofollow">docs</a>',
  );
});

it.each(['<script>alert(1)</script>', '[x](javascript:alert(1))', '<img src=x onerror=alert(1)>'])(
  'makes %s harmless',
  (text) => {
    const html = render(text);
    expect(html).not.toContain('<script');
    expect(html).not.toContain('<img');
    expect(html).not.toContain('javascript:');
  },
);

it('knows tables and task lists', () => {
  expect(render('| a |\n|---|\n| b |')).toContain('<table>');
  expect(render('- [x] done')).toContain('type="checkbox"');
});
