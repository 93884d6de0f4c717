import { page, screen } from '../../kit/screen.js';

export const pipelines = screen({
  title: 'Pipelines',
  icon: 'filter',
  section: 'Sales',
  path: 'pipelines',
  scopes: ['sales:read'],
  serves: ['sales:write'],
  about: 'stages probability forecast sales',
  shows: 'pip',
  pages: [page('pipelines', () => import('./list.js')), page('pipelines/$id', () => import('./pipeline.js'))],
});
