import { page, screen } from '../../kit/screen.js';
import { t } from '../../kit/language.js';

export const policies = screen({
  title: t('Policies'),
  icon: 'shield',
  section: 'security',
  path: 'policies',
  scopes: ['guard:read'],
  about: t('deny allow access control rules simulate explain'),
  shows: 'pol',
  pages: [
    page('policies', () => import('./list.js')),
    page('policies/new', () => import('./new.js')),
    page('policies/explain', () => import('./case.js')),
    page('policies/$id', () => import('./policy.js')),
    page('policies/$id/edit', () => import('./edit.js')),
  ],
});
