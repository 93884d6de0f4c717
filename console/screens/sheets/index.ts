import { page, screen } from '../../kit/screen.js';

export const sheets = screen({
  title: 'Spreadsheets',
  icon: 'list',
  section: 'Office',
  path: 'sheets',
  scopes: ['office:read'],
  about: 'office tables formulas cells values',
  shows: 'sht',
  pages: [page('sheets', () => import('./list.js')), page('sheets/$id', () => import('./sheet.js'))],
});
