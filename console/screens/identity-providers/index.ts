import { page, screen } from '../../kit/screen.js';

export const identityProviders = screen({
  title: 'Identity providers',
  icon: 'key',
  section: 'Security',
  path: 'identity-providers',
  scopes: ['access:read'],
  about: 'single sign-on SSO OpenID Connect OIDC Keycloak Entra Google Okta',
  shows: 'idp',
  pages: [
    page('identity-providers', () => import('./list.js')),
    page('identity-providers/$id', () => import('./provider.js')),
  ],
});
