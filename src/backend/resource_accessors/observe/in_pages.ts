const PAGE = 400;

/**
 * Reads rows by their ids, a page at a time: what hangs on them is fetched by lists of ids, and SQLite takes only so
 * many parameters in a query.
 */
export async function inPages<Row>(
  rows: readonly { id: string }[],
  read: (ids: string[]) => Promise<Row[]>,
): Promise<Row[]> {
  const pages: Promise<Row[]>[] = [];
  for (let from = 0; from < rows.length; from += PAGE) {
    pages.push(read(rows.slice(from, from + PAGE).map((row) => row.id)));
  }
  return (await Promise.all(pages)).flat();
}
