import type Database from 'better-sqlite3';

/** Lists of ids make statements of many lengths. */
const MOST = 500;
/** A PRAGMA acts while it is prepared, so each one has to be prepared anew. */
const REUSABLE = /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH|BEGIN|COMMIT|ROLLBACK)\b/i;
const WRITES = /^\s*(?:INSERT(?:\s+OR\s+\w+)?\s+INTO|UPDATE(?:\s+OR\s+\w+)?)\s+(?:\W?main\W?\.)?\W?(\w+)/i;

/** What a statement changes: a table, nothing, or who knows what (a row that is deleted takes others with it). */
type Changes = string | 'nothing' | 'anything';
type Prepared = {
  statement: Database.Statement;
  columns: Database.ColumnDefinition[];
  changes: Changes;
};

/**
 * Prisma's adapter prepares every query anew, which takes longer than running it, and asks for its columns again. A
 * bound statement cannot be bound to anything else, so what the adapter is given here binds when it runs. `onCommit`
 * hears at once which tables a commit of this connection has changed, `written` says which it has changed since the last
 * one; null: it might be any.
 */
export function reuseStatements(
  db: Database.Database,
  onCommit: (tables: ReadonlySet<string> | null) => void,
): { written(): ReadonlySet<string> | null } {
  const prepare = db.prepare.bind(db);
  const known = new Map<string, Prepared>();
  let changed: Set<string> | null = new Set();

  function recall(sql: string): Prepared {
    const found = known.get(sql);
    // The one that was used longest ago is the first to go.
    if (found !== undefined) known.delete(sql);
    const prepared = found ?? describe(prepare(sql), sql);
    known.set(sql, prepared);
    const [oldest] = known.keys();
    if (known.size > MOST && oldest !== undefined) known.delete(oldest);
    return prepared;
  }

  function ran<T>(changes: Changes, result: T): T {
    if (changes === 'anything') changed = null;
    else if (changes !== 'nothing') changed?.add(changes);
    if (!db.inTransaction && changed?.size !== 0) {
      const all = changed;
      changed = new Set();
      onCommit(all);
    }
    return result;
  }

  /** As much of a statement as the adapter uses. */
  function bindLater(prepared: Prepared, values: unknown[]) {
    const { statement, columns, changes } = prepared;
    const rows = { all: () => ran(changes, statement.all(...values)) };
    return {
      reader: statement.reader,
      bind: (given: unknown[]) => bindLater(prepared, given),
      run: () => ran(changes, statement.run(...values)),
      columns: () => columns,
      raw: () => rows,
    };
  }

  Object.defineProperty(db, 'prepare', {
    value: (sql: string) => (REUSABLE.test(sql) ? bindLater(recall(sql), []) : prepare(sql)),
  });
  return { written: () => changed };
}

function describe(statement: Database.Statement, sql: string): Prepared {
  const changes = statement.readonly ? 'nothing' : (WRITES.exec(sql)?.[1] ?? 'anything');
  if (!statement.reader) return { statement, columns: [], changes };
  return { statement: statement.raw(), columns: statement.columns(), changes };
}
