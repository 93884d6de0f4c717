import type { Screen } from '../../kit/index.js';

export const records: Screen = {
  title: 'Records',
  icon: 'database',
  section: 'Data',
  path: 'records',
  about: 'resources lists documents contacts deals tasks any',
  pages: {
    '': () => import('./resources.js'),
    $slug: () => import('./list.js'),
    'id/$id': () => import('./record.js'),
    'id/$id/$list': () => import('./belonging.js'),
  },
};
