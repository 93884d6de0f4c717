import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { fieldsOf } from '../src/platform/fields/fields.js';
import type { Route } from '../src/platform/request/routes.js';
import type { Answer, Client, SignedInClient } from './support/test-app.js';
import { oauthSamples } from './oauth-samples.js';
import { pageSamples } from './page-samples.js';

/** What the tests that walk every route send to one of them. */
export interface Sample {
  /** The body: JSON, or a text that goes out as it is. A function makes it with the help of the client. */
  body?: object | string | ((client: Client) => object | string | Promise<object | string>);
  headers?: Record<string, string>;
  /** Answers a path that the route succeeds on. Default: the path with the id of a new record in it. */
  path?: (client: Client) => Promise<string>;
  /** Makes the whole request, where one part of it depends on another. */
  request?: (client: Client) => Promise<{ path: string; headers?: Record<string, string>; body?: string }>;
  /** The route is about whoever asks, so that a user who is signed in has to. */
  own?: (user: SignedInClient) => string;
}

/** How to get a record of each resource that a path can name. Answers its id. */
export const records: Record<string, (client: Client) => Promise<string>> = {
  'access.api_key': made('/v1/access/api-keys'),
  'access.group': made('/v1/access/groups'),
  'access.session': async (client) => (await client.signedIn('office:viewer')).sessionId,
  'access.user': made('/v1/access/users'),
  'office.document': made('/v1/office/documents'),
  'office.file': made('/v1/office/files'),
  'office.upload': async (client) => (await client.post(CHUNKED, upload)).body.session_id,
  'office.sheet': made('/v1/office/sheets'),
  'webhooks.webhook': made('/v1/webhooks'),
};

// No event of this type happens here, so nothing is sent.
const webhook = { url: 'http://127.0.0.1:9/hook', events: ['sales.deal.won'] };

const SCIM = '/v1/access/scim/v2';
const SCIM_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0';

const CHUNKED = '/v1/office/files/upload/chunked';
const upload = { name: 'film.mp4', size_bytes: 5 };
const bytes = { 'Content-Type': 'application/octet-stream' };

export const samples: Record<string, Sample> = {
  ...oauthSamples,
  ...pageSamples,

  'GET /files/:key': {
    path: async (client) => {
      const id = await records['office.file']!(client);
      const { body } = await client.get(`/v1/office/files/${id}/download`);
      return body.url.slice(new URL(body.url).origin.length);
    },
  },
  'GET /docs/:file': { path: async () => '/docs/start.js' },

  'POST /v1/access/api-keys': { body: { name: 'Deploy', scopes: ['office:read'] } },
  'PATCH /v1/access/api-keys/:id': { body: { name: 'Deploy, renamed' } },
  'POST /v1/access/api-keys/:id/rotate': { body: { grace_period_seconds: 60 } },

  'POST /v1/access/users': {
    body: () => ({ email: `${unique()}@example.com`, display_name: 'Ada Lovelace', roles: ['office:editor'] }),
  },
  'PATCH /v1/access/users/:id': { body: { display_name: 'Ada King' } },
  'POST /v1/access/users/:id/reactivate': {
    path: async (client) => {
      const path = `/v1/access/users/${await records['access.user']!(client)}`;
      await client.post(`${path}/deactivate`);
      return `${path}/reactivate`;
    },
  },
  'GET /v1/access/users/:id/sessions': {
    path: async (client) => `/v1/access/users/${(await client.signedIn('office:viewer')).userId}/sessions`,
  },
  'POST /v1/access/groups': { body: () => ({ name: unique(), roles: ['access:viewer'] }) },
  'PATCH /v1/access/groups/:id': { body: { roles: ['office:editor'] } },
  'POST /v1/access/groups/:id/members': {
    body: async (client) => ({ user_ids: [await records['access.user']!(client)] }),
  },
  'GET /v1/access/groups/:id/members': { path: async (client) => (await groupWithMember(client)).list },
  'DELETE /v1/access/groups/:id/members/:user_id': {
    path: async (client) => {
      const { list, id } = await groupWithMember(client);
      return `${list}/${id}`;
    },
  },
  'GET /v1/access/me': { own: () => '/v1/access/me' },
  'GET /v1/access/me/sessions': { own: () => '/v1/access/me/sessions' },
  'DELETE /v1/access/me/sessions/:id': { own: ({ sessionId }) => `/v1/access/me/sessions/${sessionId}` },

  'POST /v1/access/scim/v2/Users': { body: provisionedUser },
  'POST /v1/access/scim/v2/Users/.search': { body: search },
  'GET /v1/access/scim/v2/Users/:id': { path: provisioned('Users', provisionedUser) },
  'PUT /v1/access/scim/v2/Users/:id': { body: provisionedUser },
  'PATCH /v1/access/scim/v2/Users/:id': {
    path: provisioned('Users', provisionedUser),
    body: () => scimPatch({ op: 'replace', path: 'displayName', value: 'Ada King' }),
  },
  'POST /v1/access/scim/v2/Groups': { body: provisionedGroup },
  'POST /v1/access/scim/v2/Groups/.search': { body: search },
  'GET /v1/access/scim/v2/Groups/:id': { path: provisioned('Groups', provisionedGroup) },
  'PUT /v1/access/scim/v2/Groups/:id': { body: provisionedGroup },
  'PATCH /v1/access/scim/v2/Groups/:id': {
    body: () => scimPatch({ op: 'replace', path: 'displayName', value: unique() }),
  },
  'GET /v1/access/scim/v2/Schemas/:id': { path: async () => `${SCIM}/Schemas/${SCIM_SCHEMA}:User` },
  'GET /v1/access/scim/v2/ResourceTypes/:id': { path: async () => `${SCIM}/ResourceTypes/User` },

  'POST /v1/office/documents': { body: { title: 'Plan', content: '<p>First</p>' } },
  'PATCH /v1/office/documents/:id': { body: { title: 'Plan, second draft' } },
  'POST /v1/office/documents/:id/restore': {
    path: async (client) => {
      const id = await records['office.document']!(client);
      await client.delete(`/v1/office/documents/${id}`);
      return `/v1/office/documents/${id}/restore`;
    },
  },
  'GET /v1/office/public/documents/:id': {
    path: async (client) => {
      const id = await records['office.document']!(client);
      await client.patch(`/v1/office/documents/${id}`, { status: 'published', permissions: { visibility: 'public' } });
      return `/v1/office/public/documents/${id}`;
    },
  },

  'POST /v1/office/sheets': {
    body: { title: 'Budget', initial_sheets: [{ name: 'January', rows: 100, columns: 10 }] },
  },
  'POST /v1/office/sheets/import': {
    headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
    body: '--x\r\nContent-Disposition: form-data; name="file"; filename="budget.csv"\r\n\r\nRent,1200\r\n--x--\r\n',
  },
  'PATCH /v1/office/sheets/:id': { body: { title: 'Budget, second draft' } },
  'POST /v1/office/sheets/:id/restore': {
    path: async (client) => {
      const id = await records['office.sheet']!(client);
      await client.delete(`/v1/office/sheets/${id}`);
      return `/v1/office/sheets/${id}/restore`;
    },
  },
  'GET /v1/office/sheets/:id/values': {
    path: async (client) => `/v1/office/sheets/${await records['office.sheet']!(client)}/values?range=A1:B2`,
  },
  'GET /v1/office/sheets/:id/export': {
    path: async (client) => `/v1/office/sheets/${await records['office.sheet']!(client)}/export?format=csv`,
  },
  'PUT /v1/office/sheets/:id/values': { body: { range: 'A1', values: [['Rent', 1200]] } },
  'POST /v1/office/sheets/:id/values/append': { body: { range: 'A:B', values: [['Rent', 1200]] } },
  'POST /v1/office/sheets/:id/values/clear': { body: { range: 'A1:B2' } },

  'POST /v1/office/files': {
    headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
    body: '--x\r\nContent-Disposition: form-data; name="file"; filename="plan.txt"\r\n\r\nPlan\r\n--x--\r\n',
  },
  'PATCH /v1/office/files/:id': { body: { name: 'second plan.txt' } },
  'POST /v1/office/files/upload/chunked': { body: upload },
  'PUT /v1/office/files/upload/chunked/:session_id/parts/:part_number': {
    headers: bytes,
    body: 'bytes',
    path: async (client) => `${CHUNKED}/${await records['office.upload']!(client)}/parts/1`,
  },
  'POST /v1/office/files/upload/chunked/:session_id/complete': {
    path: async (client) => {
      const path = `${CHUNKED}/${await records['office.upload']!(client)}`;
      await client.put(`${path}/parts/1`, 'bytes', { headers: bytes });
      return `${path}/complete`;
    },
  },

  'POST /v1/webhooks': { body: webhook },
  'PATCH /v1/webhooks/:id': { body: { description: 'Renamed' } },
  'GET /v1/events': { path: async (client) => (await madeEvent(client), '/v1/events') },
  'GET /v1/events/:id': { path: async (client) => `/v1/events/${await madeEvent(client)}` },
  'POST /v1/webhooks/:id/rotate-secret': { body: { grace_period_seconds: 60 } },
  'POST /v1/webhooks/:id/replay': { body: () => ({ from: new Date(Date.now() - 60_000).toISOString() }) },
  'DELETE /v1/webhooks/:id/replays/:replay_id': {
    path: async (client) => {
      const path = `/v1/webhooks/${await records['webhooks.webhook']!(client)}`;
      const { body } = await client.post(`${path}/replay`, { from: new Date(Date.now() - 60_000).toISOString() });
      return `${path}/replays/${body.replay_id}`;
    },
  },
  'POST /v1/webhooks/:id/deliveries/:delivery_id/redeliver': {
    path: async (client) => {
      const { list, id } = await failedDelivery(client);
      await client.patch(list.replace('/deliveries', ''), { status: 'active' });
      return `${list}/${id}/redeliver`;
    },
  },
  'GET /v1/webhooks/:id/deliveries': { path: async (client) => (await failedDelivery(client)).list },
  'GET /v1/webhooks/:id/deliveries/:delivery_id': {
    path: async (client) => {
      const { list, id } = await failedDelivery(client);
      return `${list}/${id}`;
    },
  },
};

/** A request that a route should answer with its status of success. */
export interface Prepared {
  path: string;
  send: (client: Client, headers?: Record<string, string>) => Promise<Answer>;
}

export const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

/** Resources that show the same to everybody. */
const CATALOGUES = ['access.role', 'access.scim_schema'];
export const isCatalogue = (route: Route): boolean => CATALOGUES.includes(route.endpoint!.resource.type);

/** Whether a route is about whoever asks. */
export const isOwn = (route: Route): boolean => samples[nameOf(route)]?.own !== undefined;

/**
 * Makes, as `owner`, what the route needs. The request can then be sent by whomever, any number of times. Where the route
 * is about whoever asks, a user of the owner's workspace asks instead of the owner.
 */
export async function prepare(route: Route, owner: Client): Promise<Prepared> {
  const { body, headers, own, request }: Sample = samples[nameOf(route)] ?? {};
  if (request) {
    const { path, ...rest } = await request(owner);
    const send = (client: Client, more: object = {}) =>
      client.send(route.method, path, { ...rest, headers: { ...rest.headers, ...more } });
    return { path, send };
  }
  if (route.body && body === undefined) throw new Error(`${nameOf(route)} has no sample body in test/samples.ts.`);
  const user = own && (await owner.signedIn('office:viewer'));
  const path = user ? own(user) : await pathOf(route, owner);
  const content = typeof body === 'function' ? await body(owner) : body;
  return {
    path,
    send: (client, more) =>
      (user && client === owner ? user.client : client).send(route.method, path, {
        body: content,
        headers: { ...headers, ...more },
      }),
  };
}

async function pathOf(route: Route, owner: Client): Promise<string> {
  const own = samples[nameOf(route)]?.path;
  if (own) return own(owner);
  const params = route.path.match(/:[^/]+/g) ?? [];
  if (!params.length) return route.path;
  const make = route.loads && records[route.loads.store.resource.type];
  if (!make || params.length > 1) {
    throw new Error(
      `${nameOf(route)}: test/samples.ts says neither its path nor how to make the record that it names.`,
    );
  }
  return route.path.replace(params[0]!, await make(owner));
}

const unique = () => randomBytes(6).toString('hex');

// Function declarations, because the samples above use them.
function provisionedUser() {
  const name = { givenName: 'Ada', familyName: 'Lovelace' };
  return { schemas: [`${SCIM_SCHEMA}:User`], userName: `${unique()}@example.com`, externalId: unique(), name };
}

function provisionedGroup() {
  return { schemas: [`${SCIM_SCHEMA}:Group`], displayName: unique(), externalId: unique() };
}

function provisioned(kind: 'Users' | 'Groups', body: () => object) {
  return async (client: Client) => `${SCIM}/${kind}/${(await client.post(`${SCIM}/${kind}`, body())).body.id}`;
}

function scimPatch(...Operations: object[]) {
  return { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations };
}

function search() {
  return { schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'], filter: 'externalId eq "x"' };
}

/** The members of a new group, and the id of the one it has. */
async function groupWithMember(client: Client): Promise<{ list: string; id: string }> {
  const list = `/v1/access/groups/${await records['access.group']!(client)}/members`;
  const id = await records['access.user']!(client);
  await client.post(list, { user_ids: [id] });
  return { list, id };
}

/** A delivery that nobody took, of a webhook that is paused since, so that nothing about it changes any more. */
async function failedDelivery(client: Client): Promise<{ list: string; id: string }> {
  const { body } = await client.post('/v1/webhooks', { ...webhook, events: ['office.document.created'] });
  const list = `/v1/webhooks/${body.id}/deliveries`;
  await records['office.document']!(client);
  const attempted = async () => (await client.get(list)).body.data.find((item: any) => item.attempt_count > 0)?.id;
  await expect.poll(attempted).toBeTypeOf('string');
  await client.patch(`/v1/webhooks/${body.id}`, { status: 'paused' });
  return { list, id: await attempted() };
}

/** The id of an event in the log. */
async function madeEvent(client: Client): Promise<string> {
  const id = await records['office.document']!(client);
  const logged = async () => {
    const { body } = await client.get('/v1/events?type=office.document.created&sort=sequence:desc');
    return body.data.find(({ payload }: any) => payload.document_id === id)?.id;
  };
  await expect.poll(logged).toBeTypeOf('string');
  return logged();
}

/** The names of the fields that a class declares. */
export const fieldNames = (type: new () => object): string[] => [...fieldsOf(type.prototype).keys()];

function made(path: string) {
  return async (client: Client): Promise<string> => {
    const { body, headers } = samples[`POST ${path}`]!;
    const answer = await client.post(path, typeof body === 'function' ? await body(client) : body, { headers });
    if (answer.status !== 201) throw new Error(`POST ${path} answers its sample with ${answer.status}: ${answer.text}`);
    return answer.body.id;
  };
}
