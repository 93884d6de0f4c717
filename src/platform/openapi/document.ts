import type { Settings } from '../config/settings.js';
import { STATED } from '../fields/api-decorators.js';
import { type EventType, eventTypes } from '../events/catalogue.js';
import { type Route, templateOf } from '../request/routes.js';
import { SUITE_VERSION } from '../extensions/extension.js';
import { declaredApps } from '../security/apps.js';
import { baseSchemas } from './base-schemas.js';
import { components } from './components.js';
import { DELIVERY_HEADERS, parameterRef } from './headers.js';
import { introduction } from './introduction.js';
import { describeOperation, sectionOf } from './operation.js';
import { capital, refTo } from './names.js';
import { type Json, Schemas } from './schemas.js';

/** Sections that are no apps. */
const across: Record<string, string> = {
  imports: 'Files of other systems on their way in',
  views: 'Saved conditions and orders of lists',
  inbox: 'What concerns a person',
  follows: 'Records whose changes come to the inbox of a person',
  favourites: 'Records that a person keeps at hand',
  changes: 'Who changed what of a record, for those who may read it',
  webhooks: 'Subscriptions to events, and their deliveries',
  events: 'Log of all events, in order',
  search: 'Search over the records of all types',
  batch: 'Several requests in one',
  operations: 'Queues and maintenance tasks of the deployment, for operators',
  oauth: 'Access for apps on behalf of a user: OAuth 2.0',
  server: 'Health, metrics and description of the server',
};

/** What each section is about, in the order of the document: apps of the product, sections across them, apps of extensions. */
const sectionsInOrder = (): Record<string, string> => {
  const aboutApps = (own: boolean) =>
    Object.fromEntries(
      declaredApps()
        .filter(({ extension }) => (extension === null) === own)
        .map(({ name, about }) => [name, about]),
    );
  return { ...aboutApps(true), ...across, ...aboutApps(false) };
};

/**
 * The OpenAPI 3.1 document of the application, generated from the declarations of routes, fields and events. Routes with
 * `@ApiExcludeEndpoint` of @nestjs/swagger, such as pages, are excluded.
 */
export function describeApi(all: readonly Route[], settings: Settings): Json {
  const routes = all.filter(({ handler }) => !Reflect.getMetadata(STATED.EXCLUDED, handler)?.disable);
  const schemas = new Schemas(baseSchemas);
  const paths: Json = {};
  // Response schemas first, so that they get the plain names.
  for (const route of routes) {
    const returns = route.endpoint?.returns as (new () => object) | undefined;
    if (returns) described(route, () => schemas.ref(returns, sectionOf(route.path)));
  }
  const byPath = routes.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  for (const route of byPath) {
    const path = templateOf(route.path);
    (paths[path] ??= {})[route.method.toLowerCase()] = described(route, () => describeOperation(route, schemas));
  }
  const sections = sectionsInOrder();
  const order = Object.keys(sections);
  const there = new Set(routes.map(({ path }) => sectionOf(path)));
  const webhooks = Object.fromEntries([...eventTypes().values()].map((type) => [type.type, delivery(type, schemas)]));
  const { headers, ...shared } = components(settings);
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Workspace Suite',
      version: SUITE_VERSION,
      description: introduction(settings),
      contact: { name: 'The operator of this server', url: settings.BASE_URL },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: settings.BASE_URL }],
    tags: [...there]
      .toSorted((a, b) => ((order.indexOf(a) + 100) % 100) - ((order.indexOf(b) + 100) % 100))
      .map((name) => ({ name, ...(sections[name] && { description: sections[name] }) })),
    paths,
    webhooks,
    components: { ...shared, schemas: schemas.all },
  };
  const text = JSON.stringify(document);
  const used = Object.entries<Json>(headers).filter(([name]) => text.includes(`"#/components/headers/${name}"`));
  return { ...document, components: { ...document.components, headers: Object.fromEntries(used) } };
}

/** Names the route in an error. */
function described<T>({ name }: Route, describe: () => T): T {
  try {
    return describe();
  } catch (cause) {
    throw new Error(`${name} cannot be described in /openapi.json: ${(cause as Error).message}`, { cause });
  }
}

/** A delivery of an event to a subscribed address. */
function delivery({ type, app, payload, ofFeed }: EventType, schemas: Schemas): Json {
  const [, noun = '', verb = ''] = type.split('.');
  const event = {
    allOf: [refTo('EventEnvelope')],
    type: 'object',
    properties: {
      type: { const: type, description: 'Type of the event.' },
      payload: { ...schemas.ref(payload, app), description: 'Data of the event.' },
    },
    required: ['type', 'payload'],
  };
  const example = {
    id: 'evt_01jz8k3m5n7p9q1r3s5t7v9w1x',
    type,
    workspace_id: 'ws_01jz8k3m5n7p9q1r3s5t7v9w1x',
    timestamp: '2026-01-31T09:00:00.000Z',
    actor: { type: 'user', id: 'usr_01jz8k3m5n7p9q1r3s5t7v9w1x' },
    payload: schemas.example(payload, app),
    sequence: 42,
  };
  return {
    post: {
      operationId: `on.${type}`,
      tags: [app],
      summary: capital(`${noun} ${verb}`.replaceAll('_', ' ')),
      description: `Sent to webhooks that subscribe to \`${type}\`. The signature authenticates the sender.`,
      security: [],
      // Generic events of every record, which pages may omit.
      ...(ofFeed && { 'x-of-every-record': true }),
      parameters: DELIVERY_HEADERS.map(parameterRef),
      requestBody: { required: true, content: { 'application/json': { schema: event, example } } },
      responses: {
        '2XX': { $ref: '#/components/responses/DeliveryTaken' },
        '4XX': { $ref: '#/components/responses/DeliveryRefused' },
      },
    },
  };
}
