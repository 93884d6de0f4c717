import { page, screen } from '../../kit/screen.js';
import { t } from '../../kit/language.js';

export const pipelines = screen({
  title: t('Pipelines'),
  icon: 'filter',
  section: 'sales',
  path: 'pipelines',
  scopes: ['sales:read'],
  serves: ['sales:write'],
  about: t('stages probability forecast sales'),
  shows: 'pip',
  pages: [page('pipelines', () => import('./list.js')), page('pipelines/$id', () => import('./pipeline.js'))],
});
