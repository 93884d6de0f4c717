import { randomBytes } from 'node:crypto';
import { type Given, sample } from '../../../test/support/sample.js';

const SCIM = '/v1/access/scim/v2';
const SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0';

const unique = () => randomBytes(6).toString('hex');

const user = () => ({
  schemas: [`${SCHEMA}:User`],
  userName: `${unique()}@example.com`,
  externalId: unique(),
  name: { givenName: 'Ada', familyName: 'Lovelace' },
  preferredLanguage: 'de-DE',
});

const group = () => ({ schemas: [`${SCHEMA}:Group`], displayName: unique(), externalId: unique() });

/** The path of a record that a provisioning client has made. */
const provisioned =
  (kind: string, body: () => object) =>
  async ({ client }: Given) => ({
    path: `${SCIM}/${kind}/${(await client.post(`${SCIM}/${kind}`, body())).body.id}`,
  });

const replace = (path: string, value: string) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: [{ op: 'replace', path, value }],
});

const search = {
  schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
  filter: 'externalId eq "x"',
};

export default sample('access.scim_schema', {
  catalogue: true,
  routes: {
    'POST /v1/access/scim/v2/Users': { body: user },
    'POST /v1/access/scim/v2/Users/.search': { body: search },
    'GET /v1/access/scim/v2/Users/:id': provisioned('Users', user),
    'PUT /v1/access/scim/v2/Users/:id': { body: user },
    'PATCH /v1/access/scim/v2/Users/:id': async (given) => ({
      ...(await provisioned('Users', user)(given)),
      body: replace('displayName', 'Ada King'),
    }),
    'POST /v1/access/scim/v2/Groups': { body: group },
    'POST /v1/access/scim/v2/Groups/.search': { body: search },
    'GET /v1/access/scim/v2/Groups/:id': provisioned('Groups', group),
    'PUT /v1/access/scim/v2/Groups/:id': { body: group },
    'PATCH /v1/access/scim/v2/Groups/:id': { body: () => replace('displayName', unique()) },
    'GET /v1/access/scim/v2/Schemas/:id': { path: `${SCIM}/Schemas/${SCHEMA}:User` },
    'GET /v1/access/scim/v2/ResourceTypes/:id': { path: `${SCIM}/ResourceTypes/User` },
  },
});
