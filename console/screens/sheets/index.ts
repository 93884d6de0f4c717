import type { Screen } from '../../kit/index.js';

export const sheets: Screen = {
  title: 'Spreadsheets',
  icon: 'list',
  section: 'Data',
  path: 'sheets',
  scopes: ['office:read'],
  about: 'office tables formulas cells values',
  shows: 'sht',
  pages: {
    '': () => import('./list.js'),
    $id: () => import('./sheet.js'),
  },
};
