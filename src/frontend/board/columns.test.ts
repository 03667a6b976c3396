import { expect, it } from 'vitest';
import { COLUMNS, describeEmpty } from './columns';

const everything = { text: ' ', epicId: '', needsYou: false };

it('says that nothing is there only of the whole project', () => {
  const said = (filter: typeof everything) => COLUMNS.map((column) => describeEmpty(column, filter));
  expect(said(everything)).toEqual(COLUMNS.map(({ empty }) => empty));
  for (const filter of [{ text: 'door' }, { epicId: 'e' }, { needsYou: true }])
    expect(new Set(said({ ...everything, ...filter }))).toEqual(new Set(['Nothing here with this filter.']));
});
