import { describe, expect, it } from 'vitest';
import { ApiError } from '../errors/api-error.js';
import { DateOnly } from '../fields/fields.js';
import { afterCursor, Cursors, PageQuery, type SortKey, sortKeys } from './page.js';

class DealQuery extends PageQuery {
  static override sorts = ['created_at', 'value', 'title', 'status'];
}

/** The field and code that a call is refused with. */
function refusal(call: () => unknown): string | undefined {
  try {
    call();
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError);
    const { status, details } = error as ApiError;
    return `${status} ${details![0]!.field} ${details![0]!.code}`;
  }
}

describe('sortKeys', () => {
  const written = (sort?: string) =>
    sortKeys(sort, DealQuery).map(({ column, descending }) => `${column}${descending ? ' desc' : ''}`);

  it.each([
    [undefined, ['created_at desc', 'id desc']],
    ['value:desc', ['value desc', 'id desc']],
    ['value:asc', ['value', 'id']],
    ['value', ['value', 'id']],
    ['value:desc,title:asc', ['value desc', 'title', 'id']],
    ['status:asc, value:asc , title:desc', ['status', 'value', 'title desc', 'id desc']],
  ])('%s gives a total order that ends with the id', (sort, keys) => {
    expect(written(sort)).toEqual(keys);
  });

  it.each([
    ['', 'invalid_value'],
    ['secret', 'invalid_value'],
    ['id', 'invalid_value'],
    ['value:down', 'invalid_value'],
    ['value:ASC', 'invalid_value'],
    ['value:', 'invalid_value'],
    ['value:asc:asc', 'invalid_value'],
    ['value,', 'invalid_value'],
    ['value;drop table deals', 'invalid_value'],
    ['created_at,value,title,status', 'too_many'],
    ['value,value:desc', 'duplicate'],
  ])('%j is refused', (sort, code) => {
    expect(refusal(() => sortKeys(sort, DealQuery))).toBe(`400 sort ${code}`);
  });
});

describe('a column that may be null', () => {
  class Deal {
    @DateOnly({ nullable: true }) due_date: string | null;
  }
  class DueQuery extends PageQuery {
    static override entity = Deal;
    static override sorts = ['due_date'];
  }
  const orderedBy = (sort: string) => sortKeys(sort, DueQuery).map(({ sql }) => sql);

  it('has it last in both directions', () => {
    expect(orderedBy('due_date:asc')).toEqual([`coalesce(due_date, 'infinity')`, 'id']);
    expect(orderedBy('due_date:desc')).toEqual([`coalesce(due_date, '-infinity')`, 'id']);
  });
});

describe('afterCursor', () => {
  const up = (column: string): SortKey => ({ column, sql: column, descending: false });
  const down = (column: string): SortKey => ({ column, sql: column, descending: true });
  const condition = (keys: SortKey[], first = 1) => {
    const values: unknown[] = [];
    const sql = afterCursor(
      keys,
      keys.map(({ column }) => `last ${column}`),
      (value) => `$${values.push(value) + first - 1}`,
    );
    return { sql, values };
  };

  it('compares rows as a whole where all keys go one way, so that one index serves it', () => {
    expect(condition([up('title'), up('id')]).sql).toBe('(title, id) > ($1, $2)');
    expect(condition([down('created_at'), down('id')], 5).sql).toBe('(created_at, id) < ($5, $6)');
    expect(condition([down('id')]).sql).toBe('(id) < ($1)');
  });

  it('steps from key to key where directions differ', () => {
    const { sql, values } = condition([down('value'), up('title'), up('id')]);
    expect(sql).toBe('((value < $1) or (value = $1 and title > $2) or (value = $1 and title = $2 and id > $3))');
    expect(values).toEqual(['last value', 'last title', 'last id']);
  });
});

describe('Cursors', () => {
  const cursors = new Cursors(Buffer.from('a key'));
  const values = ['2026-01-31T09:00:00.000Z', 12.5, 'doc_1', 'ünï "quoted"'];
  const cursor = cursors.write('documents', values);
  const read = (list: string, text: string, length = values.length, by = cursors) =>
    refusal(() => by.read(list, text, length));

  it('reads what it wrote', () => {
    expect(cursors.read('documents', cursor, values.length)).toEqual(values);
    expect(cursors.read('documents', cursors.write('documents', []), 0)).toEqual([]);
  });

  it('is safe in a query', () => {
    expect(cursor).toMatch(/^[\w-]+$/);
  });

  it('refuses one of another list, another length or another key', () => {
    const refused = '400 cursor invalid_value';
    expect(read('deals', cursor)).toBe(refused);
    expect(read('documents', cursor, 3)).toBe(refused);
    expect(read('documents', cursor, 4, new Cursors(Buffer.from('b key')))).toBe(refused);
  });

  it('refuses one that was altered in any character', () => {
    for (let index = 0; index < cursor.length; index++) {
      const altered = cursor.slice(0, index) + (cursor[index] === 'A' ? 'B' : 'A') + cursor.slice(index + 1);
      expect(read('documents', altered), `character ${index}`).toBe('400 cursor invalid_value');
    }
  });

  it.each([
    ['nothing', ''],
    ['a cut one', cursor.slice(0, -4)],
    ['a signature alone', cursor.slice(0, 16)],
    ['one with padding', `${cursor}=`],
    ['one with a line break', `${cursor}\n`],
    ['one with more behind it', `${cursor}AAAA`],
    ['a foreign text', 'bm90IG91cnMgYXQgYWxsLCBidXQgbG9uZyBlbm91Z2g'],
    ['no base64', 'ü%&/'],
  ])('refuses %s', (_, text) => {
    expect(read('documents', text)).toBe('400 cursor invalid_value');
  });
});
