import { page, screen } from '../../kit/screen.js';
import { t } from '../../kit/language.js';

export const signInRules = screen({
  title: t('Sign-in rules'),
  icon: 'lock',
  section: 'security',
  path: 'sign-in-rules',
  scopes: ['access:read'],
  about: t('MFA second factor passwords session lifetime idle apps settings'),
  pages: [page('sign-in-rules', () => import('./rules.js'))],
});
