import type { Screen } from '../../kit/index.js';

export const alertRules: Screen = {
  title: 'Alert rules',
  icon: 'filter',
  section: 'Security',
  path: 'alert-rules',
  scopes: ['guard:read'],
  about: 'detect threshold condition notify built-in',
  shows: 'rul',
  pages: {
    '': () => import('./list.js'),
    new: () => import('./new.js'),
    $id: () => import('./rule.js'),
    '$id/edit': () => import('./edit.js'),
  },
};
