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
    { ...acme, provisioning: 'always' },
    { ...acme, default_roles: ['king'] },
    { ...acme, group_map: [{ value: 'a', group_id: 'x' }] },
  ],
});
