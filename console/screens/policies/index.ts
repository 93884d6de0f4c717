import { page, screen } from '../../kit/screen.js';

export const policies = screen({
  title: 'Policies',
  icon: 'shield',
  section: 'Security',
  path: 'policies',
  scopes: ['guard:read'],
  about: 'deny allow access control rules simulate explain',
  shows: 'pol',
  pages: [
    page('policies', () => import('./list.js')),
    page('policies/new', () => import('./new.js')),
    page('policies/explain', () => import('./case.js')),
    page('policies/$id', () => import('./policy.js')),
    page('policies/$id/edit', () => import('./edit.js')),
  ],
});
