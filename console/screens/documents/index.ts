import type { Screen } from '../../kit/index.js';

export const documents: Screen = {
  title: 'Documents',
  icon: 'edit',
  section: 'Data',
  path: 'documents',
  scopes: ['office:read'],
  about: 'office texts read attachments',
  shows: 'doc',
  pages: {
    '': () => import('./list.js'),
    $id: () => import('./document.js'),
  },
};
