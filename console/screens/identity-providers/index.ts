import { page, screen } from '../../kit/screen.js';
import { t } from '../../kit/language.js';

export const identityProviders = screen({
  title: t('Identity providers'),
  icon: 'key',
  section: 'security',
  path: 'identity-providers',
  scopes: ['access:read'],
  about: t('single sign-on SSO OpenID Connect OIDC Keycloak Entra Google Okta'),
  shows: 'idp',
  pages: [
    page('identity-providers', () => import('./list.js')),
    page('identity-providers/$id', () => import('./provider.js')),
  ],
});
