import { page, screen } from '../../kit/screen.js';
import { t } from '../../kit/language.js';

export const alertRules = screen({
  title: t('Alert rules'),
  icon: 'filter',
  section: 'security',
  path: 'alert-rules',
  scopes: ['guard:read'],
  about: t('detect threshold condition notify built-in'),
  shows: 'rul',
  pages: [
    page('alert-rules', () => import('./list.js')),
    page('alert-rules/new', () => import('./new.js')),
    page('alert-rules/$id', () => import('./rule.js')),
    page('alert-rules/$id/edit', () => import('./edit.js')),
  ],
});
