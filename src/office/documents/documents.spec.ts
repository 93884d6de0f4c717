import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RequestContext, runInContext } from '../../platform/context/request-context.js';
import { newId } from '../../platform/fields/ids.js';
import { Conditions, rowMatches } from '../../platform/resource/conditions.js';
import { StoreRegistry } from '../../platform/resource/stores.module.js';
import { type Credential, expandScopes } from '../../platform/security/credential.js';
import { detailsOf } from '../../../test/expect-error.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { eventsAbout } from '../../../test/support/told.js';
import { DocumentItem, DocumentQuery } from './document.dto.js';
import { Document } from './document.entity.js';
import { documents, STATUSES } from './document.resource.js';

const PATH = '/v1/office/documents';
const DAY = 86_400;

let suite: TestApp;
let client: Client;
beforeAll(async () => {
  suite = await startTestApp();
  client = suite.client;
});
afterAll(() => suite.close());

/** Makes a document, brings it into a status, and answers it in full. */
async function aDocument(fields: object = {}, status = 'draft', by = client) {
  const { body } = await by.post(PATH, { title: 'Plan', ...fields });
  return status === 'draft' ? (await by.get(`${PATH}/${body.id}`)).body : (await patch(body.id, { status })).body;
}

const patch = (id: string, changes: unknown, headers: Record<string, string> = {}) =>
  client.patch(`${PATH}/${id}`, changes, { headers });

/** The types of a document's events, oldest first. */
async function eventsOf(id: string) {
  const events = await eventsAbout(suite.database, 'document_id', id);
  return events.map(({ type, payload }) => ({ type, ...payload }));
}

/** The audit trail of a document, newest first, without what it gets when it is sealed a moment later. */
async function trailOf(id: string) {
  const { body } = await client.get(`/v1/guard/audit-logs?resource_id=${id}`);
  return body.data.map(({ sequence: _1, hash: _2, prev_hash: _3, ...entry }: any) => entry) as {
    action: string;
    outcome: string;
    changes: object | null;
    actor: { type: string };
  }[];
}

describe('POST /v1/office/documents', () => {
  it('creates a draft that belongs to the user behind the key', async () => {
    const created = await client.post(PATH, { title: 'Plan' });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.stringMatching(/^doc_/),
      title: 'Plan',
      status: 'draft',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(created.headers.get('location')).toBe(`${PATH}/${created.body.id}`);
    expect((await client.get(`${PATH}/${created.body.id}`)).body).toEqual({
      ...created.body,
      content: '',
      content_type: 'html',
      permissions: { visibility: 'private' },
      owner_id: suite.ownerId,
      updated_by: suite.ownerId,
      tags: [],
      attachments: [],
      revision: 1,
      updated_at: created.body.created_at,
      deleted_at: null,
      purge_at: null,
    });
  });

  it('keeps every field', async () => {
    const fields = {
      title: 'Plan',
      content: '  kept as it is\n',
      content_type: 'markdown',
      permissions: { visibility: 'workspace' },
      owner_id: suite.ownerId,
      tags: ['a', 'b'],
    };
    expect(await aDocument(fields)).toMatchObject(fields);
  });

  it('trims the title and tags', async () => {
    expect(await aDocument({ title: '  Plan\n', tags: [' a '] })).toMatchObject({ title: 'Plan', tags: ['a'] });
  });

  it('announces it and notes it', async () => {
    const { id } = await aDocument();
    expect(await eventsOf(id)).toEqual([
      { type: 'office.document.created', document_id: id, title: 'Plan', owner_id: suite.ownerId },
    ]);
    expect(await trailOf(id)).toMatchObject([{ action: 'office.document.created', outcome: 'success' }]);
  });

  it('accepts values just within the limits', async () => {
    const title = '😀'.repeat(255);
    const tags = Array.from({ length: 50 }, (_, n) => '😀'.repeat(48) + String(n).padStart(2, '0'));
    const content = 'x'.repeat(5 * 2 ** 20);
    const document = await aDocument({ title: ` ${title} `, tags, content });
    expect(document).toMatchObject({ title, tags });
    expect(document.content === content).toBe(true);
  });

  it.each([
    ['an unknown owner', { owner_id: newId('usr') }, 'owner_id not_found'],
    ['NUL', { title: 'a\0b' }, 'title invalid_value'],
    ['a lone surrogate', { content: 'a\ud800' }, 'content invalid_value'],
  ])('refuses %s', async (_, fields, problem) => {
    const answer = await client.post(PATH, { title: 'Plan', ...fields });
    expect([answer.status, answer.body.error.code, ...detailsOf(answer)]).toEqual([400, 'VALIDATION_ERROR', problem]);
  });

  it('names all wrong fields at once', async () => {
    const answer = await client.post(PATH, { content: 1, tags: 'x', permissions: [] });
    expect(detailsOf(answer)).toEqual([
      'title required',
      'content invalid_type',
      'permissions invalid_type',
      'tags invalid_type',
    ]);
    expect(detailsOf(await client.post(PATH))).toEqual(['title required']);
  });

  it('refuses an owner of another workspace', async () => {
    const { ownerId } = await suite.workspace();
    expect(detailsOf(await client.post(PATH, { title: 'Plan', owner_id: ownerId }))).toEqual(['owner_id not_found']);
  });

  it('refuses a body over 10 MB with 413', async () => {
    const answer = await client.post(PATH, { title: 'Plan', content: 'x'.repeat(10 * 2 ** 20) });
    expect([answer.status, answer.body.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });
});

describe('GET /v1/office/documents/{id}', () => {
  it('has a strong ETag and answers 304 to a client that has that version', async () => {
    const { id } = await aDocument();
    const etag = (await client.get(`${PATH}/${id}`)).headers.get('etag')!;
    expect(etag).toMatch(/^"[^"]+"$/);
    for (const header of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const again = await client.get(`${PATH}/${id}`, { headers: { 'If-None-Match': header } });
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
    }
    await patch(id, { title: 'New' });
    const changed = await client.get(`${PATH}/${id}`, { headers: { 'If-None-Match': etag } });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
  });

  it('answers 404 for unknown, malformed and foreign ids', async () => {
    const other = await suite.workspace();
    const foreign = await aDocument({}, 'draft', other.client);
    for (const id of [newId('doc'), 'doc_1', 'x', '%00', foreign.id]) {
      const answer = await client.get(`${PATH}/${id}`);
      expect([id, answer.status, answer.body.error.code]).toEqual([id, 404, 'RESOURCE_NOT_FOUND']);
    }
  });

  it('finds a document in the trash only with include_deleted', async () => {
    const { id } = await aDocument();
    await client.delete(`${PATH}/${id}`);
    expect((await client.get(`${PATH}/${id}`)).status).toBe(404);
    expect((await client.get(`${PATH}/${id}?include_deleted=false`)).status).toBe(404);
    const { body } = await client.get(`${PATH}/${id}?include_deleted=true`);
    expect(Date.parse(body.purge_at) - Date.parse(body.deleted_at)).toBe(30 * DAY * 1000);
  });

  it('refuses an include_deleted that is no boolean', async () => {
    const { id } = await aDocument();
    expect(detailsOf(await client.get(`${PATH}/${id}?include_deleted=yes`))).toEqual(['include_deleted invalid_type']);
  });
});

describe('GET /v1/office/documents', () => {
  let own: Client;
  let ownerId: string;
  beforeAll(async () => {
    const other = await suite.workspace();
    own = other.client;
    ownerId = other.ownerId;
    for (const [title, tags, status] of [
      ['b', ['x'], 'draft'],
      ['a', ['x', 'y'], 'published'],
      ['d', [], 'archived'],
      ['c', ['y'], 'published'],
    ] as const) {
      const { body } = await own.post(PATH, { title, tags });
      await own.patch(`${PATH}/${body.id}`, { status });
    }
    const trashed = await own.post(PATH, { title: 'trash', tags: ['x'] });
    await own.delete(`${PATH}/${trashed.body.id}`);
  });

  const titles = ({ body }: { body: any }) => body.data.map(({ title }: { title: string }) => title).join('');

  it('answers the newest first, without content', async () => {
    const { status, body } = await own.get(PATH);
    expect(status).toBe(200);
    expect(titles({ body })).toBe('cdab');
    expect(body.meta).toEqual({ total: 4, next_cursor: null, has_more: false });
    expect(Object.keys(body.data[0]).sort()).toEqual(
      ['created_at', 'deleted_at', 'id', 'owner_id', 'status', 'tags', 'title', 'updated_at'].sort(),
    );
  });

  it.each([
    ['status=published', 'ca'],
    ['status=draft', 'b'],
    ['status=archived', 'd'],
    ['tag=x', 'ab'],
    ['tag=y&status=published', 'ca'],
    ['tag=none', ''],
    ['owner_id=OWNER', 'cdab'],
    ['owner_id=OWNER&status=published', 'ca'],
    [`owner_id=${newId('usr')}`, ''],
    ['sort=title:asc', 'abcd'],
    ['sort=title:desc', 'dcba'],
    ['sort=title', 'abcd'],
    ['sort=created_at:asc', 'badc'],
    ['sort=updated_at:desc,title:asc', 'cdab'],
    ['whatever=1', 'cdab'],
    ['include_deleted=false', 'cdab'],
  ])('%s gives "%s" and counts exactly that', async (query, expected) => {
    const page = await own.get(`${PATH}?${query.replace('OWNER', ownerId)}`);
    expect([titles(page), page.body.meta.total]).toEqual([expected, expected.length]);
    const first = await own.get(`${PATH}?${query.replace('OWNER', ownerId)}&limit=1`);
    expect([titles(first), first.body.meta.total]).toEqual([expected.slice(0, 1), expected.length]);
  });

  it('counts the trash with include_deleted', async () => {
    const all = await own.get(`${PATH}?include_deleted=true`);
    expect([titles(all), all.body.meta.total]).toEqual(['trashcdab', 5]);
    const tagged = await own.get(`${PATH}?include_deleted=true&tag=x`);
    expect([titles(tagged), tagged.body.meta.total]).toEqual(['trashab', 3]);
  });

  it.each([
    ['cursor=x', 'cursor invalid_value'],
    ['tag=%00', 'tag invalid_value'],
    ['limit=1&limit=2', 'limit invalid_type'],
  ])('refuses %s', async (query, problem) => {
    const answer = await own.get(`${PATH}?${query}`);
    expect([answer.status, ...detailsOf(answer)]).toEqual([400, problem]);
  });

  it.each([1, 100])('accepts limit=%i', async (limit) => {
    expect((await own.get(`${PATH}?limit=${limit}`)).body.data).toHaveLength(Math.min(limit, 4));
  });

  it('shows 20 where no limit is given, and an empty list for an empty workspace', async () => {
    const fresh = await suite.workspace();
    expect((await fresh.client.get(PATH)).body).toEqual({
      data: [],
      meta: { total: 0, next_cursor: null, has_more: false },
    });
    await Promise.all(Array.from({ length: 21 }, () => fresh.client.post(PATH, { title: 'x' })));
    const { data, meta } = (await fresh.client.get(PATH)).body;
    expect([data.length, meta.total, meta.has_more]).toEqual([20, 21, true]);
  });

  it.each(['', 'sort=title:asc', 'sort=updated_at:asc,title:desc', 'status=draft', 'sort=title:desc,created_at:asc'])(
    'walks every document once while others are made (%s)',
    async (query) => {
      const { client: walker } = await suite.workspace();
      const made: string[] = [];
      for (let n = 0; n < 12; n++) made.push((await walker.post(PATH, { title: `t${n % 3}` })).body.id);
      const seen: string[] = [];
      let cursor: string | null = '';
      let pages = 0;
      while (cursor !== null) {
        const page = await walker.get(`${PATH}?${query}&limit=5${cursor && `&cursor=${cursor}`}`);
        // Counted with the first page.
        expect(page.body.meta.total).toBe(12);
        seen.push(...page.body.data.map(({ id }: { id: string }) => id));
        cursor = page.body.meta.next_cursor;
        expect(page.body.meta.has_more).toBe(cursor !== null);
        await walker.post(PATH, { title: 't1' });
        pages++;
      }
      expect(seen.filter((id) => made.includes(id)).sort()).toEqual([...made].sort());
      expect(new Set(seen).size).toBe(seen.length);
    },
  );

  it('goes on behind a document that is gone by then', async () => {
    const { client: walker } = await suite.workspace();
    const ids = [];
    for (let n = 0; n < 3; n++) ids.push((await walker.post(PATH, { title: `${n}` })).body.id);
    const { next_cursor } = (await walker.get(`${PATH}?limit=2&sort=title:asc`)).body.meta;
    await walker.delete(`${PATH}/${ids[2]}?hard=true`);
    await walker.delete(`${PATH}/${ids[1]}?hard=true`);
    expect((await walker.get(`${PATH}?limit=2&sort=title:asc&cursor=${next_cursor}`)).body).toEqual({
      data: [],
      meta: { total: 3, next_cursor: null, has_more: false },
    });
  });

  it('refuses a cursor that is altered, doubled or of another list', async () => {
    const cursor: string = (await own.get(`${PATH}?limit=1`)).body.meta.next_cursor;
    expect((await own.get(`${PATH}?limit=2&cursor=${cursor}`)).body.data).toHaveLength(2);
    const altered = cursor.slice(0, -2) + (cursor.endsWith('A') ? 'B' : 'A');
    for (const query of [
      `cursor=${altered}`,
      `cursor=${cursor}&cursor=${cursor}`,
      `cursor=${cursor}=`,
      `cursor=`,
      `cursor=${cursor}&status=draft`,
      `cursor=${cursor}&tag=x`,
      `cursor=${cursor}&sort=title:asc`,
      `cursor=${cursor}&include_deleted=true`,
    ]) {
      const answer = await own.get(`${PATH}?${query}`);
      expect([query, answer.status, answer.body.error.details?.[0].field]).toEqual([query, 400, 'cursor']);
    }
    expect((await client.get(`${PATH}?cursor=${cursor}`)).status).toBe(400);
    expect((await own.get(`/v1/access/api-keys?cursor=${cursor}`)).status).toBe(400);
  });
});

describe('PATCH /v1/office/documents/{id}', () => {
  const moves = STATUSES.flatMap((from) => STATUSES.map((to) => [from, to] as const));

  it.each(moves.filter(([from, to]) => from !== to))('moves from %s to %s', async (from, to) => {
    const { id, revision } = await aDocument({}, from);
    const moved = await patch(id, { status: to });
    expect([moved.status, moved.body.status, moved.body.revision]).toEqual([200, to, revision + 1]);
    expect((await eventsOf(id)).at(-1)).toEqual({
      type: 'office.document.updated',
      document_id: id,
      title: 'Plan',
      owner_id: suite.ownerId,
      status: to,
      changed_fields: ['status'],
    });
    expect((await trailOf(id))[0]).toMatchObject({
      action: 'office.document.updated',
      changes: { status: { from, to } },
    });
  });

  it.each(STATUSES)('leaves %s as it is when that is asked for', async (status) => {
    const before = await aDocument({}, status);
    const [events, trail] = [await eventsOf(before.id), await trailOf(before.id)];
    const same = await patch(before.id, { status });
    expect([same.status, same.body]).toEqual([200, before]);
    expect(await eventsOf(before.id)).toEqual(events);
    expect(await trailOf(before.id)).toEqual(trail);
  });

  it('writes nothing where nothing differs', async () => {
    const before = await aDocument({ tags: ['a'], content: 'c' });
    const same = { title: 'Plan', content: 'c', tags: ['a'], permissions: { visibility: 'private' } };
    for (const changes of [{}, same, { permissions: {} }]) {
      expect((await patch(before.id, changes)).body).toEqual(before);
    }
    expect(await eventsOf(before.id)).toHaveLength(1);
  });

  it('changes the given fields and nothing else', async () => {
    const before = await aDocument({ content: 'c', tags: ['a'], permissions: { visibility: 'workspace' } });
    const changes = { title: 'New', tags: [] };
    const { body } = await patch(before.id, changes);
    expect(body).toEqual({ ...before, ...changes, revision: 2, updated_at: body.updated_at });
    expect(body.updated_at >= before.updated_at).toBe(true);
    expect((await eventsOf(before.id)).at(-1)).toMatchObject({ title: 'New', changed_fields: ['title', 'tags'] });
    expect((await patch(before.id, { permissions: {} })).body.permissions).toEqual({ visibility: 'workspace' });
    expect((await patch(before.id, { permissions: { visibility: 'public' } })).body.permissions).toEqual({
      visibility: 'public',
    });
  });

  it.each([{ title: 'New' }, { content: '' }, { content_type: 'text' }, { permissions: { visibility: 'public' } }])(
    'refuses %j while archived, unless the status changes with it',
    async (changes) => {
      const { id } = await aDocument({ content: 'c' }, 'archived');
      const refused = await patch(id, changes);
      expect([refused.status, refused.body.error.code]).toEqual([409, 'CONFLICT']);
      expect((await patch(id, { ...changes, status: 'archived' })).status).toBe(409);
      expect((await patch(id, { ...changes, status: 'draft' })).body).toMatchObject({ ...changes, status: 'draft' });
    },
  );

  it.each([
    [{ title: '' }, 'title required'],
    [{ title: null }, 'title invalid_type'],
    [{ status: 'gone' }, 'status invalid_value'],
    [{ owner_id: newId('usr') }, 'owner_id not_found'],
    [{ tags: [1] }, 'tags[0] invalid_type'],
  ])('refuses %j', async (changes, problem) => {
    const { id } = await aDocument();
    const answer = await patch(id, changes);
    expect([answer.status, ...detailsOf(answer)]).toEqual([400, problem]);
  });

  it('ignores fields that clients cannot set', async () => {
    const before = await aDocument();
    const { body } = await patch(before.id, { id: 'x', revision: 9, created_at: 'x', deleted_at: 'x', purge_at: 'x' });
    expect(body).toEqual(before);
  });

  it('does not find a document in the trash', async () => {
    const { id } = await aDocument();
    await client.delete(`${PATH}/${id}`);
    expect((await patch(id, { title: 'New' })).status).toBe(404);
  });

  it('takes If-Match at its word', async () => {
    const { id } = await aDocument();
    const etag = (await client.get(`${PATH}/${id}`)).headers.get('etag')!;
    const stale = await patch(id, { title: 'New' }, { 'If-Match': '"0"' });
    expect([stale.status, stale.body.error.code]).toEqual([412, 'PRECONDITION_FAILED']);
    expect((await patch(id, { title: 'New' }, { 'If-Match': `W/${etag}` })).status).toBe(412);
    const fresh = await patch(id, { title: 'New' }, { 'If-Match': `"0", ${etag}` });
    expect(fresh.status).toBe(200);
    expect(fresh.headers.get('etag')).not.toBe(etag);
    expect((await patch(id, { title: 'Newer' }, { 'If-Match': etag })).status).toBe(412);
    expect((await patch(id, { title: 'Newer' }, { 'If-Match': '*' })).status).toBe(200);
    expect((await client.delete(`${PATH}/${id}`, { headers: { 'If-Match': etag } })).status).toBe(412);
  });

  it('lets one of two with the same If-Match through', async () => {
    const { id } = await aDocument();
    const headers = { 'If-Match': (await client.get(`${PATH}/${id}`)).headers.get('etag')! };
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((title) => patch(id, { title }, headers)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
  });

  it('merges two changes made at once', async () => {
    const { id } = await aDocument();
    const answers = await Promise.all([patch(id, { title: 'New' }), patch(id, { content: 'new' })]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await client.get(`${PATH}/${id}`)).body).toMatchObject({ title: 'New', content: 'new', revision: 3 });
  });

  it('takes twenty changes at once, one after the other', async () => {
    const { id } = await aDocument();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => patch(id, { title: `Plan ${n}` })));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(answers.map(({ body }) => body.revision).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, n) => n + 2),
    );
    expect(await eventsOf(id)).toHaveLength(21);
    expect((await client.get(`/v1/guard/audit-logs?resource_id=${id}`)).body.meta.total).toBe(21);
  });
});

describe('Attachments', () => {
  async function aFile(name: string, by = client): Promise<string> {
    const form = `--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\nbytes\r\n--x--\r\n`;
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
    return (await by.post('/v1/office/files', form, { headers })).body.id;
  }
  const shown = async (id: string) => (await client.get(`${PATH}/${id}`)).body.attachments;

  it('show the files by their names of now, and say when one is gone', async () => {
    const [one, two] = [await aFile('one.txt'), await aFile('two.txt')];
    const { id } = await aDocument({ attachments: [two, one] });
    expect(await shown(id)).toEqual([
      { file_id: two, name: 'two.txt', broken: false },
      { file_id: one, name: 'one.txt', broken: false },
    ]);
    await client.patch(`/v1/office/files/${one}`, { name: 'first.txt' });
    const etag = (await client.get(`${PATH}/${id}`)).headers.get('etag')!;
    await client.delete(`/v1/office/files/${two}`);
    const after = await client.get(`${PATH}/${id}`, { headers: { 'If-None-Match': etag } });
    expect([after.status, after.body.attachments]).toEqual([
      200,
      [
        { file_id: two, name: 'two.txt', broken: true },
        { file_id: one, name: 'first.txt', broken: false },
      ],
    ]);
  });

  it('can be changed, and those that are broken may stay', async () => {
    const [one, two] = [await aFile('one.txt'), await aFile('two.txt')];
    const { id, revision } = await aDocument({ attachments: [one] });
    await client.delete(`/v1/office/files/${one}`);
    const { status, body } = await patch(id, { attachments: [one, two] });
    expect([status, body.attachments.map((item: { broken: boolean }) => item.broken)]).toEqual([200, [true, false]]);
    expect((await patch(id, { attachments: [one, two] })).body.revision).toBe(revision + 1);
    expect((await patch(id, { title: 'New' })).body.attachments).toHaveLength(2);
    expect((await patch(id, { attachments: [] })).body.attachments).toEqual([]);
    expect(detailsOf(await patch(id, { attachments: [one] }))).toEqual(['attachments[0] not_found']);
  });

  it.each([
    [['x'], 'attachments[0] not_found'],
    [[newId('fil')], 'attachments[0] not_found'],
    ['x', 'attachments invalid_type'],
    [Array.from({ length: 51 }, () => newId('fil')), 'attachments too_many'],
  ])('refuse %j', async (attachments, problem) => {
    expect(detailsOf(await client.post(PATH, { title: 'Plan', attachments }))).toEqual([problem]);
  });

  it('must be files of the workspace', async () => {
    const foreign = await aFile('secret.txt', (await suite.workspace()).client);
    expect(detailsOf(await client.post(PATH, { title: 'Plan', attachments: [foreign] }))).toEqual([
      'attachments[0] not_found',
    ]);
  });
});

describe('DELETE /v1/office/documents/{id}', () => {
  it('moves to the trash', async () => {
    const { id } = await aDocument();
    const answer = await client.delete(`${PATH}/${id}`);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await client.get(`${PATH}?limit=100`)).body.data.some((item: { id: string }) => item.id === id)).toBe(
      false,
    );
    expect((await eventsOf(id)).at(-1)).toEqual({
      type: 'office.document.deleted',
      document_id: id,
      title: 'Plan',
      owner_id: suite.ownerId,
      hard: false,
    });
    expect((await trailOf(id))[0]).toMatchObject({ action: 'office.document.deleted', outcome: 'success' });
  });

  it('answers 404 the second time', async () => {
    const { id } = await aDocument();
    await client.delete(`${PATH}/${id}`);
    expect((await client.delete(`${PATH}/${id}`)).status).toBe(404);
    expect((await client.delete(`${PATH}/${id}?hard=false`)).status).toBe(404);
  });

  it.each(['live', 'trashed'])('removes a %s document for good with hard=true', async (state) => {
    const { id } = await aDocument();
    if (state === 'trashed') await client.delete(`${PATH}/${id}`);
    expect((await client.delete(`${PATH}/${id}?hard=true`)).status).toBe(204);
    expect((await client.get(`${PATH}/${id}?include_deleted=true`)).status).toBe(404);
    expect((await client.post(`${PATH}/${id}/restore`)).status).toBe(404);
    expect((await client.delete(`${PATH}/${id}?hard=true`)).status).toBe(404);
    expect((await eventsOf(id)).at(-1)).toMatchObject({ type: 'office.document.deleted', hard: true });
  });

  it('lets one of several win', async () => {
    const { id } = await aDocument();
    const answers = await Promise.all(Array.from({ length: 5 }, () => client.delete(`${PATH}/${id}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404]);
    expect(await eventsOf(id)).toHaveLength(2);
  });

  it('refuses a hard that is no boolean', async () => {
    const { id } = await aDocument();
    expect(detailsOf(await client.delete(`${PATH}/${id}?hard=yes`))).toEqual(['hard invalid_type']);
    expect((await client.get(`${PATH}/${id}`)).status).toBe(200);
  });
});

describe('POST /v1/office/documents/{id}/restore', () => {
  it('takes a document out of the trash as it was', async () => {
    const before = await aDocument({ tags: ['a'] }, 'published');
    await client.delete(`${PATH}/${before.id}`);
    const { status, body } = await client.post(`${PATH}/${before.id}/restore`);
    expect([status, body]).toEqual([200, { ...before, revision: before.revision + 2, updated_at: body.updated_at }]);
    expect((await client.get(`${PATH}/${before.id}`)).body).toEqual(body);
    expect((await eventsOf(before.id)).slice(-2)).toMatchObject([
      { type: 'office.document.updated', changed_fields: ['deleted_at'] },
      { type: 'office.document.restored', title: before.title },
    ]);
  });

  it('refuses a document that is not in the trash', async () => {
    const { id } = await aDocument();
    expect((await client.post(`${PATH}/${id}/restore`)).status).toBe(409);
    expect((await client.post(`${PATH}/${newId('doc')}/restore`)).status).toBe(404);
  });
});

describe('GET /v1/office/public/documents/{id}', () => {
  const read = (id: string, headers = {}) => client.get(`/v1/office/public/documents/${id}`, { key: null, headers });

  it('shows a published public document to anybody', async () => {
    const { id, updated_at } = await aDocument({ content: 'c', permissions: { visibility: 'public' } }, 'published');
    const answer = await read(id);
    expect([answer.status, answer.body]).toEqual([
      200,
      { id, title: 'Plan', content: 'c', content_type: 'html', content_sanitized: true, updated_at },
    ]);
    expect((await read(id, { 'If-None-Match': answer.headers.get('etag') })).status).toBe(304);
  });

  it('gives HTML sanitized, and other formats as they are', async () => {
    const content = '<p onclick="steal()">Hi<script>steal()</script> <a href="javascript:steal()">you</a></p>';
    const shown = async (content_type: string) => {
      const { id } = await aDocument({ content, content_type, permissions: { visibility: 'public' } }, 'published');
      expect((await client.get(`${PATH}/${id}`)).body.content).toBe(content);
      return (await read(id)).body;
    };
    expect(await shown('html')).toMatchObject({ content: '<p>Hi <a>you</a></p>', content_sanitized: true });
    for (const type of ['markdown', 'text'])
      expect(await shown(type)).toMatchObject({ content, content_sanitized: false });
  });

  it.each([
    ['private', 'published'],
    ['workspace', 'published'],
    ['public', 'draft'],
    ['public', 'archived'],
  ])('hides a %s %s one', async (visibility, status) => {
    const { id } = await aDocument({ permissions: { visibility } }, status);
    expect((await read(id)).status).toBe(404);
  });

  it('hides it in the trash and after it was unpublished', async () => {
    const { id } = await aDocument({ permissions: { visibility: 'public' } }, 'published');
    await client.delete(`${PATH}/${id}`);
    expect((await read(id)).status).toBe(404);
    await client.post(`${PATH}/${id}/restore`);
    expect((await read(id)).status).toBe(200);
    await patch(id, { status: 'draft' });
    expect((await read(id)).status).toBe(404);
    expect((await read('x')).status).toBe(404);
  });
});

describe('Access to documents, by role', () => {
  const somebody = newId('usr');
  const rows = [
    { owner_id: somebody, visibility: 'private' },
    { owner_id: 'other', visibility: 'private' },
    { owner_id: 'other', visibility: 'workspace' },
    { owner_id: 'other', visibility: 'public' },
  ];
  const member = (isAdmin = false, isEditor = isAdmin): Credential => ({
    kind: 'user',
    id: 'ses_1',
    workspace_id: suite.workspaceId,
    actor: { type: 'user', id: somebody, email: 'somebody@example.com' },
    user_id: somebody,
    basis: null,
    scopes: expandScopes(['office:read', 'office:write']),
    principals: [],
    isAdmin: () => isAdmin,
    isEditor: () => isEditor,
    isOwner: false,
    isOperator: false,
    proven_at: null,
    refusal: null,
    expires_at: null,
  });

  it('lets a user see their own and shared documents, and change their own', () => {
    expect(rows.map((row) => rowMatches(documents.visible!(member()), row))).toEqual([true, false, true, true]);
    expect(rows.map((row) => rowMatches(documents.writable!(member()), row))).toEqual([true, false, false, false]);
  });

  it('lets an editor see shared documents, and change every document they see', () => {
    const editor = member(false, true);
    expect(rows.map((row) => rowMatches(documents.visible!(editor), row))).toEqual([true, false, true, true]);
    expect(documents.writable!(editor)).toBe('all');
  });

  it('lets an admin see and change everything', () => {
    expect(rows.every((row) => rowMatches(documents.visible!(member(true)), row))).toBe(true);
    expect(rows.every((row) => rowMatches(documents.writable!(member(true)), row))).toBe(true);
  });

  it('asks the same question in SQL as in memory', async () => {
    const rules = [
      documents.visible!(member()),
      documents.writable!(member()),
      documents.visible!(member(true)),
      [],
      [{}],
      [{ owner_id: undefined }],
      [{ owner_id: 'other', visibility: ['public'] }],
    ];
    for (const rule of rules) {
      const where = new Conditions().add('true').matches(rule);
      const values = rows.map(({ owner_id, visibility }) => `('${owner_id}', '${visibility}')`).join();
      const sql = `select owner_id, visibility from (values ${values}) as row (owner_id, visibility) where ${where.sql}`;
      const matched = await suite.database.execute(sql, where.values);
      expect(matched.rows).toEqual(rows.filter((row) => rowMatches(rule, row)));
    }
  });

  it('holds for single documents, lists, totals and writes', async () => {
    const own = await suite.workspace();
    const ids: string[] = [];
    for (const visibility of ['private', 'private', 'workspace', 'public']) {
      ids.push((await own.client.post(PATH, { title: 'Plan', permissions: { visibility } })).body.id);
    }
    await suite.database.execute('update documents set owner_id = $1 where id = $2', [somebody, ids[0]]);
    const store = suite.app.get(StoreRegistry).of(Document);
    const context = new RequestContext(newId('req'), null, null);
    context.workspaceId = own.id;
    context.credential = member();
    await runInContext(context, async () => {
      const found = await Promise.all(ids.map(async (id) => (await store.find(id)) !== null));
      expect(found).toEqual([true, false, true, true]);
      await expect(store.get(ids[1]!)).rejects.toMatchObject({ status: 404 });

      const query = new DocumentQuery();
      const page = await store.page(query, DocumentItem);
      expect(page.data.map(({ id }: any) => id).sort()).toEqual([ids[0]!, ids[2]!, ids[3]!].sort());
      expect(page.meta.total).toBe(3);
      expect((await store.page(Object.assign(new DocumentQuery(), { status: 'draft' }), DocumentItem)).meta.total).toBe(
        3,
      );
      expect(await store.findAll(['true'])).toHaveLength(3);

      const shared = await store.get(ids[2]!);
      await expect(store.update(shared, { title: 'Mine' })).rejects.toMatchObject({ status: 403 });
      await expect(store.remove(shared)).rejects.toMatchObject({ status: 403 });
      const mine = await store.get(ids[0]!);
      const changed = await suite.database.transaction(() => store.update(mine, { title: 'Mine' }));
      expect(changed).toMatchObject({ title: 'Mine', updated_by: somebody });
      await expect(store.create({ ...changed, owner_id: 'other' })).rejects.toMatchObject({ status: 403 });
      await expect(store.remove(changed, { hard: true })).rejects.toMatchObject({ status: 403 });
    });
  });
});
