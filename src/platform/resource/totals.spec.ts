import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';

const DOCUMENTS = '/v1/office/documents';

let suite: TestApp;
beforeAll(async () => {
  suite = await startTestApp({ ROLE: 'api' });
});
afterAll(() => suite.close());

const run = async (sql: string, ...values: unknown[]) => (await suite.database.execute(sql, values)).rows as any[];

async function walk(client: Client, path: string) {
  const seen: Record<string, any>[] = [];
  const totals = new Set<number>();
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body }: { body: any } = await client.get(`${path}&limit=7${cursor && `&cursor=${cursor}`}`);
    seen.push(...body.data);
    totals.add(body.meta.total);
    cursor = body.meta.next_cursor;
  }
  return { seen, totals: [...totals] };
}

const documents = (workspace: string, owner: string, from: number, to: number, more = "'{}', null") =>
  run(
    `insert into documents (workspace_id, id, title, content, content_type, status, owner_id, permissions, created_at,
       updated_at, revision, tags, deleted_at)
     select $1, 'doc_' || lpad(n::text, 26, '0'), 'T' || n, '', 'text', 'draft', $2, '{"visibility": "workspace"}', now(), now(), 1, ${more}
     from generate_series($3::int, $4::int) n`,
    workspace,
    owner,
    from,
    to,
  );

describe('The total of a list', () => {
  it('is exact up to 10 000, and a lower bound above', async () => {
    const { id, ownerId, client } = await suite.workspace();
    const meta = async (query = '') => (await client.get(`${DOCUMENTS}?limit=2&${query}`)).body.meta;
    expect(await meta()).toEqual({ total: 0, next_cursor: null, has_more: false });
    await documents(id, ownerId, 1, 10_000);
    const exact = await meta();
    expect(exact).toEqual({ total: 10_000, next_cursor: expect.any(String), has_more: true });
    await documents(id, ownerId, 10_001, 10_001);
    const bounded = { total: 10_000, total_relation: 'gte', has_more: true, next_cursor: expect.any(String) };
    expect(await meta()).toEqual(bounded);
    // The cursor carries the total of the first page.
    expect(await meta(`cursor=${exact.next_cursor}`)).toEqual({ ...exact, next_cursor: expect.any(String) });
    const { next_cursor } = await meta();
    await run('delete from documents where workspace_id = $1 and id > $2', id, `doc_${'5'.padStart(26, '0')}`);
    expect(await meta(`cursor=${next_cursor}`)).toMatchObject({ total: 10_000, total_relation: 'gte' });
    expect(await meta()).toMatchObject({ total: 5, has_more: true });
  });

  it('is bounded after filters, visibility and the trash', async () => {
    const { id, ownerId, client } = await suite.workspace();
    const member = (await client.signedIn('office:member')).client;
    const tags = "case when n % 2 = 0 then '{even}'::text[] else '{}' end, case when n > 10100 then now() end";
    await documents(id, ownerId, 1, 10_200, tags);
    await run(
      `update documents set permissions = '{"visibility": "private"}' where workspace_id = $1 and id > $2`,
      id,
      `doc_${'10000'.padStart(26, '0')}`,
    );
    const total = async (by: Client, query: string) => {
      const { meta } = (await by.get(`${DOCUMENTS}?limit=1&${query}`)).body;
      return [meta.total, meta.total_relation ?? 'exact'];
    };
    expect(await total(client, '')).toEqual([10_000, 'gte']);
    expect(await total(client, 'sort=title:asc')).toEqual([10_000, 'gte']);
    expect(await total(client, `owner_id=${ownerId}`)).toEqual([10_000, 'gte']);
    expect(await total(client, 'tag=even')).toEqual([5_050, 'exact']);
    expect(await total(client, 'tag=even&include_deleted=true')).toEqual([5_100, 'exact']);
    expect(await total(client, 'status=published')).toEqual([0, 'exact']);
    expect(await total(member, '')).toEqual([10_000, 'exact']);
    expect(await total(member, 'tag=even')).toEqual([5_000, 'exact']);
    expect(await total(member, `owner_id=${ownerId}`)).toEqual([10_000, 'exact']);
  });

  it('finds records with a rare tag behind many newer ones', async () => {
    const { id, ownerId, client } = await suite.workspace();
    await documents(id, ownerId, 1, 3, "'{rare}', null");
    await documents(id, ownerId, 4, 6_000);
    await run(
      `update documents set created_at = now() - interval '1 day' where workspace_id = $1 and tags <> '{}'`,
      id,
    );
    const { seen, totals } = await walk(client, `${DOCUMENTS}?tag=rare`);
    expect([seen.length, totals]).toEqual([3, [3]]);
    const two = (await client.get(`${DOCUMENTS}?tag=rare&limit=2`)).body.meta;
    const rest = (await client.get(`${DOCUMENTS}?tag=rare&limit=2&cursor=${two.next_cursor}`)).body;
    expect([rest.data.length, rest.meta.total, rest.meta.has_more]).toEqual([1, 3, false]);
  });

  it('finds records with a tag that is neither rare nor frequent', async () => {
    const { id, ownerId, client } = await suite.workspace();
    const member = (await client.signedIn('office:member')).client;
    // Seven of the newest 200 rows, and more than the index is asked for first. Every second of them is private.
    await documents(id, ownerId, 1, 12_000, "case when n % 30 = 0 then '{some}'::text[] else '{}' end, null");
    await run(
      `update documents set permissions = '{"visibility": "private"}' where workspace_id = $1 and right(id, 5)::int % 60 = 0`,
      id,
    );
    const ids = async (by: Client) => {
      const { seen, totals } = await walk(by, `${DOCUMENTS}?tag=some`);
      return { ids: seen.map(({ id }) => id as string), totals };
    };
    const all = await ids(client);
    expect([new Set(all.ids).size, all.ids.length, all.totals]).toEqual([400, 400, [400]]);
    const shared = await ids(member);
    expect([shared.ids.length, shared.totals]).toEqual([200, [200]]);
    expect(all.ids.filter((id) => shared.ids.includes(id))).toEqual(shared.ids);
  });
});

describe('Totals', () => {
  it('of documents are those of what somebody sees, each once', async () => {
    const { id, client } = await suite.workspace();
    const admin = client;
    const member = await client.signedIn('office:member');
    const owners = [member.userId, (await client.signedIn('office:member')).userId];
    const made: Record<string, any>[] = [];
    for (let n = 0; n < 40; n++) {
      const body = {
        title: `${n % 9}`,
        owner_id: owners[n % 2],
        tags: [['a', 'b'], ['a'], [], ["c & 'd'"]][n % 4],
        permissions: { visibility: ['private', 'workspace', 'public', 'private', 'private'][n % 5] },
      };
      const { body: document } = await admin.post(DOCUMENTS, body);
      if (n % 3 === 0) await admin.patch(`${DOCUMENTS}/${document.id}`, { status: 'published' });
      if (n % 11 === 0) await admin.delete(`${DOCUMENTS}/${document.id}`);
      made.push({
        ...document,
        ...body,
        status: n % 3 === 0 ? 'published' : 'draft',
        deleted: n % 11 === 0,
      });
    }
    for (const by of [admin, member.client]) {
      for (const filter of [
        {},
        { tag: 'a' },
        { tag: "c & 'd'" },
        { tag: 'none' },
        { status: 'published' },
        { owner_id: owners[0]! },
        { owner_id: owners[1]! },
        { owner_id: owners[1]!, tag: 'a', status: 'draft' },
        { tag: 'b', include_deleted: 'true' },
      ] as Record<string, string>[]) {
        const real = made.filter(
          (each) =>
            (by === admin || each.permissions.visibility !== 'private' || each.owner_id === member.userId) &&
            (!filter.tag || each.tags.includes(filter.tag)) &&
            (!filter.status || each.status === filter.status) &&
            (!filter.owner_id || each.owner_id === filter.owner_id) &&
            (filter.include_deleted || !each.deleted),
        );
        for (const sort of ['', 'title:asc']) {
          const { seen, totals } = await walk(
            by,
            `${DOCUMENTS}?${new URLSearchParams({ ...filter, ...(sort && { sort }) })}`,
          );
          expect([filter, seen.map((each) => each.id).toSorted()]).toEqual([
            filter,
            real.map((each) => each.id).toSorted(),
          ]);
          expect([filter, totals]).toEqual([filter, [real.length]]);
          if (sort) expect(seen.map(({ title }) => title)).toEqual(seen.map(({ title }) => title).toSorted());
          else
            expect(seen.map((each) => each.id)).toEqual(
              seen
                .map((each) => each.id)
                .toSorted()
                .toReversed(),
            );
        }
      }
    }
    await run('delete from documents where workspace_id = $1', id);
  });

  it('of audit entries are exact for any range of time', async () => {
    const { id, client } = await suite.workspace();
    const at = (days: number) => new Date(suite.clock.now() - days * 86_400_000).toISOString();
    await run(`select ensure_partitions('audit_entries', $1::timestamptz, $2::timestamptz)`, at(60), at(0));
    await run(
      `insert into audit_entries (workspace_id, id, timestamp, actor_type, actor_id, action, resource_type, outcome)
       select $1, 'evt_' || lpad(n::text, 26, '0'), $2::timestamptz - n * interval '17 minutes', 'user',
         nullif('usr_' || n % 3, 'usr_2'), (array['sales.deal.won', 'sales.deal.lost', 'project.task.created'])[1 + n % 3],
         (array['sales.deal', 'project.task'])[1 + (n % 3) / 2], (array['success', 'success', 'denied'])[1 + n % 5 % 3]
       from generate_series(1, 3000) n`,
      id,
      at(1),
    );
    const days = (n: number) => new Date(Math.floor(suite.clock.now() / 86_400_000 - n) * 86_400_000).toISOString();
    for (const filter of [
      { resource_type: 'sales.deal' },
      { action: 'sales.*', outcome: 'denied' },
      { action: 'project.task.created' },
      { actor_id: 'usr_1' },
      { from: at(30), to: at(2) },
      { from: days(30), to: days(2) },
      { from: days(3), to: days(2) },
      { from: at(5), to: at(4.5) },
      { from: at(20), action: 'sales.deal.*' },
      { to: at(20), actor_id: 'usr_0', outcome: 'success' },
      { to: days(20), resource_type: 'project.task' },
    ] as Record<string, string>[]) {
      const [{ n }] = await run(
        `select count(*)::int as n from audit_entries where workspace_id = $1
           and ($2::text is null or timestamp >= $2::timestamptz) and ($3::text is null or timestamp < $3::timestamptz)
           and ($4::text is null or action like replace($4, '*', '%')) and ($5::text is null or actor_id = $5)
           and ($6::text is null or outcome = $6) and ($7::text is null or resource_type = $7)`,
        id,
        ...['from', 'to', 'action', 'actor_id', 'outcome', 'resource_type'].map((name) => filter[name] ?? null),
      );
      const { body } = await client.get(`/v1/guard/audit-logs?limit=100&${new URLSearchParams(filter)}`);
      expect([filter, body.meta.total]).toEqual([filter, n]);
      expect(body.data).toHaveLength(Math.min(100, n));
      const order = body.data.map(({ timestamp, id }: any) => timestamp + id);
      expect(order).toEqual(order.toSorted().toReversed());
      expect(new Set(order).size).toBe(order.length);
    }
  });

  it('of sessions follow the time', async () => {
    const { id, ownerId, client } = await suite.workspace();
    await run(
      `insert into sessions (workspace_id, id, user_id, auth_method, last_active_at, expires_at, revoked_at, created_at,
         updated_at, revision)
       select $1, 'ses_' || lpad(n::text, 26, '0'), $2, 'password', now(), $3::timestamptz + (n - 150) * interval '7 minutes',
         case when n % 4 = 0 then now() end, now() - n * interval '1 minute', now(), 1
       from generate_series(1, 300) n`,
      id,
      ownerId,
      suite.clock.iso(),
    );
    const total = async (query: string) => (await client.get(`/v1/access/sessions?${query}`)).body.meta.total;
    expect(await total('')).toBe(300);
    expect(await total('status=revoked')).toBe(75);
    expect(await total(`user_id=${ownerId}`)).toBe(300);
    for (const later of [0, 6_000, 60_000, 70_000]) {
      suite.clock.advance(later);
      const [{ active }] = await run(
        'select count(*)::int as active from sessions where workspace_id = $1 and revoked_at is null and expires_at > $2',
        id,
        suite.clock.iso(),
      );
      expect([later, await total('status=active'), await total('status=expired')]).toEqual([
        later,
        active,
        225 - active,
      ]);
      suite.clock.advance(-later);
    }
  });

  it('of tasks that are due follow their days', async () => {
    const { client } = await suite.workspace();
    const { body: project } = await client.post('/v1/project/projects', { name: 'P' });
    const path = `/v1/project/projects/${project.id}/tasks`;
    const made: string[] = [];
    for (const due_date of ['2026-01-10', '2026-01-10', null, '2026-01-11', '2026-02-01', '2026-02-02'])
      made.push((await client.post(path, { title: 'T', due_date })).body.id);
    const before = async (day: string, more = '') => {
      const { body } = await client.get(`${path}?due_before=${day}${more}`);
      expect(body.data).toHaveLength(body.meta.total);
      return body.meta.total;
    };
    expect(await before('2026-01-10')).toBe(0);
    expect(await before('2026-01-11')).toBe(2);
    expect(await before('9999-12-31')).toBe(5);
    const changes: [string, object][] = [
      [made[0]!, { due_date: '2026-01-12' }],
      [made[2]!, { due_date: '2026-01-01' }],
      [made[3]!, { due_date: null, status: 'done' }],
    ];
    for (const [id, change] of changes) await client.patch(`/v1/project/tasks/${id}`, change);
    await client.delete(`/v1/project/tasks/${made[5]}`);
    expect(await before('2026-01-11')).toBe(2);
    expect(await before('2026-02-02', '&status=todo')).toBe(4);
    expect(await before('9999-12-31')).toBe(4);
    expect(await before('9999-12-31', '&include_deleted=true')).toBe(5);
    expect(await before('2026-01-11', '&parent_id=none&priority=none')).toBe(2);
  });
});
