import { page, screen } from '../../kit/screen.js';
import { t } from '../../kit/language.js';

export const forecast = screen({
  title: t('Forecast'),
  icon: 'clock',
  section: 'sales',
  path: 'forecast',
  scopes: ['sales:read'],
  about: t('sales quarter month year won lost reasons weighted revenue report'),
  pages: [page('forecast', () => import('./forecast.js'))],
});
