import type { Screen } from '../../kit/index.js';

export const policies: Screen = {
  title: 'Policies',
  icon: 'shield',
  section: 'Security',
  path: 'policies',
  scopes: ['guard:read'],
  about: 'deny allow access control rules simulate explain',
  shows: 'pol',
  pages: {
    '': () => import('./list.js'),
    new: () => import('./new.js'),
    explain: () => import('./case.js'),
    $id: () => import('./policy.js'),
    '$id/edit': () => import('./edit.js'),
  },
};
