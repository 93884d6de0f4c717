import { page, screen } from '../../kit/screen.js';

export const signInRules = screen({
  title: 'Sign-in rules',
  icon: 'lock',
  section: 'Security',
  path: 'sign-in-rules',
  scopes: ['access:read'],
  about: 'MFA second factor passwords session lifetime idle apps settings',
  pages: [page('sign-in-rules', () => import('./rules.js'))],
});
