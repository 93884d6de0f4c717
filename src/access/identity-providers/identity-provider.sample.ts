import { randomBytes } from 'node:crypto';
import { sample } from '../../../test/support/sample.js';

const acme = {
  name: 'Acme',
  issuer: 'https://login.example.com',
  client_id: 'suite',
  client_secret: 'a secret of the client',
  domains: ['acme.example'],
};

export default sample('access.identity_provider', {
  text: 'name',
  create: acme,
  update: { name: 'Acme Ltd', enforced: true },
  access: [{ sees: 'viewer', changes: 'owner' }],
  invalid: [
    {},
    { ...acme, issuer: 'login.example.com' },
    { ...acme, issuer: 'http://169.254.169.254/' },
    { ...acme, domains: [] },
    { ...acme, domains: ['not a domain'] },
    { ...acme, domains: ['acme.example', 'GMail.com'] },
    { ...acme, provisioning: 'always' },
    { ...acme, default_roles: ['king'] },
    { ...acme, group_map: [{ value: 'a', group_id: 'x' }] },
  ],
  routes: {
    // No name server is asked about a domain that is proved.
    'POST /v1/access/identity-providers/:id/verify-domain': async ({ suite, make }) => {
      const domain = `${randomBytes(6).toString('hex')}.example`;
      const id = await make(undefined, { domains: [domain] });
      await suite.database.execute(
        `insert into proved_domains (workspace_id, domain, proved_at, proved_by)
         select workspace_id, $2, now(), 'operator' from identity_providers where id = $1`,
        [id, domain],
      );
      return { path: `/v1/access/identity-providers/${id}/verify-domain`, body: { domain } };
    },
  },
});
