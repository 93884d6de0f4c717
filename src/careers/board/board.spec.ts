import { SaxesParser } from 'saxes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/fields/ids.js';
import { errorsOf } from '../../../test/expect-error.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';

const JOBS = '/v1/careers/jobs';
const BOARD = '/v1/careers/board/jobs';

/** A text that would run, or end its element or attribute, in every place where a text may be shown. */
const EVIL = `</script><script>steal()</script>"'>&<img src=x onerror=steal()>]]>`;

let suite: TestApp;
let client: Client;
beforeAll(async () => {
  suite = await startTestApp();
  client = suite.client;
});
afterAll(() => suite.close());

const read = (path: string, headers: Record<string, string> = {}) => client.get(path, { key: null, headers });

async function aJob(fields: object = {}, action = 'publish', body?: object, by = client): Promise<string> {
  const { id } = (await by.post(JOBS, { title: 'Engineer', ...fields })).body;
  if (action) await by.post(`${JOBS}/${id}/${action}`, body);
  return id;
}

describe('GET /v1/careers/board/jobs', () => {
  it('lists what is published on the careers site, to anybody', async () => {
    const { client: own, id: workspace } = await suite.workspace('Acme');
    const at = `${BOARD}?workspace_id=${workspace}`;
    expect((await read(at)).body).toEqual({ data: [], meta: { total: 0, next_cursor: null, has_more: false } });
    const make = (title: string, ...rest: [action?: string, body?: object]) => aJob({ title }, rest[0], rest[1], own);
    const id = await make('Shown');
    for (const action of ['', 'pause', 'close', 'archive']) await make(`Not ${action}`, action);
    await make('Elsewhere', 'publish', { channels: ['external_network'] });
    await aJob({ title: 'Of others' });
    const { body } = await read(at);
    expect(body.meta.total).toBe(1);
    expect(body.data).toEqual([
      {
        id,
        title: 'Shown',
        department: null,
        location: null,
        employment_type: null,
        published_at: expect.any(String),
      },
    ]);
    await own.post(`${JOBS}/${id}/pause`);
    expect((await read(at)).body.data).toEqual([]);
  });

  it('filters, sorts and has pages', async () => {
    const { client: own, id: workspace } = await suite.workspace();
    for (const [title, department, location] of [
      ['A', 'Design', 'Berlin'],
      ['B', 'Design', 'Paris'],
      ['C', 'Sales', 'Berlin'],
    ])
      await aJob({ title, department, location, employment_type: 'full_time' }, 'publish', undefined, own);
    const titles = async (query: string) =>
      (await read(`${BOARD}?workspace_id=${workspace}&${query}`)).body.data.map(({ title }: any) => title).join('');
    expect(await titles('')).toBe('CBA');
    expect(await titles('sort=title:asc&department=Design')).toBe('AB');
    expect(await titles('location=Berlin&sort=title:asc')).toBe('AC');
    expect(await titles('employment_type=contract')).toBe('');
    const first = (await read(`${BOARD}?workspace_id=${workspace}&limit=2`)).body.meta;
    expect([first.total, await titles(`limit=2&cursor=${first.next_cursor}`)]).toEqual([3, 'A']);
  });

  it.each([
    ['', [400, 'workspace_id required']],
    ['?workspace_id=acme', [400, 'workspace_id invalid_format']],
    [`?workspace_id=${newId('ws')}`, [404]],
    ['?workspace_id=ws&employment_type=any', [400, 'workspace_id invalid_format', 'employment_type invalid_value']],
    ['?workspace_id=%00', [400, 'workspace_id invalid_value']],
  ])('answers %s with %j', async (query, expected) => {
    expect(errorsOf(await read(BOARD + query))).toEqual(expected);
    expect(errorsOf(await read(`${BOARD}?workspace_id=${suite.workspaceId}&cursor=x`))).toEqual([
      400,
      'cursor invalid_value',
    ]);
    expect(
      errorsOf(await read(`${BOARD}?workspace_id=${suite.workspaceId}&tag=x`, { Prefer: 'handling=strict' })),
    ).toEqual([400, 'tag unknown_field']);
  });
});

describe('GET /v1/careers/board/jobs/{id}', () => {
  it('shows a job with its form, and nothing of the inside', async () => {
    const application_form = { fields: [{ name: 'cv', type: 'file', required: true, label: 'CV' }] };
    const id = await aJob({
      application_form,
      department: 'Design',
      tags: ['secret'],
      description: '<p>Hi</p><script>x',
    });
    expect((await read(`${BOARD}/${id}`)).body).toEqual({
      id,
      title: 'Engineer',
      department: 'Design',
      location: null,
      employment_type: null,
      published_at: expect.any(String),
      description: '<p>Hi</p>',
      application_form: { fields: [{ name: 'cv', label: 'CV', type: 'file', required: true, options: [] }] },
    });
  });

  it.each([
    ['a draft', ''],
    ['a paused one', 'pause'],
    ['a closed one', 'close'],
    ['an archived one', 'archive'],
    ['one of other channels', 'publish'],
  ])('hides %s', async (_, action) => {
    const id = await aJob({}, action, action === 'publish' ? { channels: ['external_network'] } : undefined);
    for (const path of [id, `${id}.jsonld`]) expect((await read(`${BOARD}/${path}`)).status).toBe(404);
  });

  it.each(['x', newId('job'), 'x.jsonld', '.jsonld', `${newId('job')}.xml`])('knows no %s', async (id) => {
    expect((await read(`${BOARD}/${id}`)).status).toBe(404);
  });
});

describe('GET /v1/careers/board/jobs/{id}.jsonld', () => {
  it('says what search engines read', async () => {
    const { client: own } = await suite.workspace('Acme');
    const facts = { title: 'Designer', location: 'Berlin', employment_type: 'contract', description: '<b>Draw</b>' };
    const id = await aJob(facts, 'publish', undefined, own);
    const answer = await read(`${BOARD}/${id}.jsonld`);
    expect(answer.headers.get('content-type')).toBe('application/ld+json');
    expect(answer.body).toEqual({
      '@context': 'https://schema.org/',
      '@type': 'JobPosting',
      title: 'Designer',
      description: '<b>Draw</b>',
      identifier: { '@type': 'PropertyValue', name: 'Acme', value: id },
      datePosted: expect.stringMatching(/Z$/),
      hiringOrganization: { '@type': 'Organization', name: 'Acme' },
      employmentType: 'CONTRACTOR',
      jobLocation: { '@type': 'Place', address: { '@type': 'PostalAddress', addressLocality: 'Berlin' } },
    });
  });

  it('cannot end the script that it stands in', async () => {
    const id = await aJob({ title: EVIL, location: EVIL, description: `<p>${EVIL}</p>` });
    const { text, body } = await read(`${BOARD}/${id}.jsonld`);
    expect(text).not.toContain('<');
    expect([body.title, body.description]).toEqual([EVIL, expect.not.stringMatching(/<script|onerror/)]);
  });
});

describe('GET /v1/careers/board/jobs.atom', () => {
  /** Every element with its text, as a parser that refuses what is not well formed reads it. */
  function elements(xml: string): [name: string, text: string][] {
    const found: [string, string][] = [];
    const open: string[] = [];
    const parser = new SaxesParser();
    parser.on('error', (error) => {
      throw error;
    });
    parser.on('opentag', ({ name }) => void open.push(name));
    parser.on('text', (text) => void (text.trim() && found.push([open.at(-1)!, text])));
    parser.on('closetag', () => void open.pop());
    parser.write(xml).close();
    return found;
  }

  it('is a feed of the jobs that were published last', async () => {
    const { client: own, id: workspace } = await suite.workspace('Acme & Sons');
    const path = `${BOARD}.atom?workspace_id=${workspace}`;
    expect(elements((await read(path)).text)).toContainEqual(['title', 'Jobs at Acme & Sons']);
    const ids = [];
    for (const title of ['First', EVIL])
      ids.push(
        await aJob({ title, department: 'Design', description: `<p>\u0001R&D ${EVIL}</p>` }, 'publish', undefined, own),
      );
    const answer = await read(path);
    expect(answer.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    const all = elements(answer.text);
    const of = (name: string) => all.flatMap(([element, text]) => (element === name ? text : []));
    expect(of('title')).toEqual(['Jobs at Acme & Sons', EVIL, 'First']);
    expect(of('summary')).toEqual(['Design', 'Design']);
    expect(of('id').slice(1)).toEqual(ids.toReversed().map((id) => `${suite.settings.BASE_URL}${BOARD}/${id}`));
    expect(of('content')[0]).toMatch(/^<p>R&amp;D /);
    expect(of('content')[0]).not.toMatch(/<script|onerror/);
    expect(of('updated')[0]).toBe(of('updated')[1]);
    expect(errorsOf(await read(`${BOARD}.atom`))).toEqual([400, 'workspace_id required']);
  });
});

describe('Browsers and proxies', () => {
  let paths: string[];
  beforeAll(async () => {
    const id = await aJob();
    const of = `?workspace_id=${suite.workspaceId}`;
    paths = [`${BOARD}${of}`, `${BOARD}.atom${of}`, `${BOARD}/${id}`, `${BOARD}/${id}.jsonld`];
  });

  it('may keep answers for a minute, and ask whether they have changed', async () => {
    for (const path of paths) {
      const first = await read(path);
      expect(first.headers.get('cache-control')).toBe('public, max-age=60');
      const headers = { 'If-None-Match': first.headers.get('etag')! };
      const again = await read(path, headers);
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', first.headers.get('etag')]);
    }
    const [list, , single] = paths as [string, string, string];
    const before = await Promise.all([list, single].map(async (path) => (await read(path)).headers.get('etag')!));
    await client.patch(single.replace(BOARD, JOBS), { title: 'Renamed' });
    for (const [index, path] of [list, single].entries())
      expect((await read(path, { 'If-None-Match': before[index]! })).status).toBe(200);
  });

  const ORIGIN = 'https://jobs.example.com';

  it('let pages of any origin read them', async () => {
    for (const path of paths) {
      const answer = await read(path, { Origin: ORIGIN });
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('access-control-expose-headers')).toContain('ETag');
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
      // A cache may later give the answer to a page.
      expect((await read(path)).headers.get('access-control-allow-origin')).toBe('*');
    }
    const refused = await read(BOARD, { Origin: ORIGIN });
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([400, '*']);
  });

  const preflight = (path: string, method: string, headers = {}) =>
    client.send('OPTIONS', path, {
      key: null,
      headers: { Origin: ORIGIN, 'Access-Control-Request-Method': method, ...headers },
    });

  it('are told beforehand what pages may send', async () => {
    for (const path of paths) {
      const answer = await preflight(path, 'GET', { 'Access-Control-Request-Headers': 'if-none-match' });
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
      expect(answer.headers.get('access-control-allow-methods')).toBe('GET');
      expect((await preflight(path, 'DELETE')).status).toBe(405);
      expect((await client.send('OPTIONS', path, { key: null })).status).toBe(405);
    }
  });

  it('let pages of other origins call nothing else', async () => {
    for (const path of [JOBS, '/v1/office/documents', '/v1/careers/pipelines']) {
      expect((await preflight(path, 'GET')).status).toBe(405);
      expect((await read(path, { Origin: ORIGIN })).headers.get('access-control-allow-origin')).toBeNull();
    }
  });
});
