import { page, screen } from '../../kit/screen.js';

export const forecast = screen({
  title: 'Forecast',
  icon: 'clock',
  section: 'Sales',
  path: 'forecast',
  scopes: ['sales:read'],
  about: 'sales quarter month year won lost reasons weighted revenue report',
  pages: [page('forecast', () => import('./forecast.js'))],
});
