import { page, screen } from '../../kit/screen.js';

export const alertRules = screen({
  title: 'Alert rules',
  icon: 'filter',
  section: 'Security',
  path: 'alert-rules',
  scopes: ['guard:read'],
  about: 'detect threshold condition notify built-in',
  shows: 'rul',
  pages: [
    page('alert-rules', () => import('./list.js')),
    page('alert-rules/new', () => import('./new.js')),
    page('alert-rules/$id', () => import('./rule.js')),
    page('alert-rules/$id/edit', () => import('./edit.js')),
  ],
});
