import { expect, test } from 'vitest';
import { parseEnvironmentLine } from './find_by_environment';
import { parsePsLine, parseStat } from './read_process_table';

test('a program may put brackets, spaces and newlines in its name', () => {
  const rest = 'S 10 42 40 0 -1 4194304 1 0 0 0 0 0 0 0 20 0 1 0 987654 1000 1';
  for (const name of ['sh', 'a) b (c', 'two\nlines', ')) S 1 1 1']) {
    expect(parseStat(`42 (${name}) ${rest}`)).toEqual([
      { pid: 42, ppid: 10, pgid: 42, sid: 40, started: '987654', ofKernel: false },
    ]);
  }
  expect(parseStat(`2 (kthreadd) ${rest.replace(' 1000 ', ' 0 ')}`)).toMatchObject([{ ofKernel: true }]);
  expect(parseStat(`42 (gone) ${rest.replace('S', 'Z')}`)).toEqual([]);
  expect(parseStat('')).toEqual([]);
});

test("ps's lines are read where there is no /proc, zombies and noise left out", () => {
  expect(parsePsLine('  501   1   501 Ss   Wed Nov 18 09:13:43 2026    ')).toEqual([
    { pid: 501, ppid: 1, pgid: 501, sid: null, started: 'Wed Nov 18 09:13:43 2026', ofKernel: false },
  ]);
  expect(parsePsLine('  502   1   501 Z    Wed Nov 18 09:13:43 2026')).toEqual([]);
  expect(parsePsLine('')).toEqual([]);
});

test('a variable is matched whole, not by its beginning', () => {
  const line = ' 77 node server.js PATH=/bin FACTORY_SESSION=m-12 HOME=/root';
  expect(parseEnvironmentLine(line, 'FACTORY_SESSION=m-12')).toEqual([77]);
  expect(parseEnvironmentLine(line, 'FACTORY_SESSION=m-1')).toEqual([]);
});
