import { page, screen } from '../../kit/screen.js';
import { t } from '../../kit/language.js';

export const sheets = screen({
  title: t('Spreadsheets'),
  icon: 'list',
  section: 'office',
  path: 'sheets',
  scopes: ['office:read'],
  about: t('office tables formulas cells values'),
  shows: 'sht',
  pages: [page('sheets', () => import('./list.js')), page('sheets/$id', () => import('./sheet.js'))],
});
