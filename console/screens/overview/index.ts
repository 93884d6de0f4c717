import type { Screen } from '../../kit/index.js';

export const overview: Screen = {
  title: 'Overview',
  icon: 'home',
  section: '',
  path: '',
  about: 'health start home',
  pages: { '': () => import('./overview.js') },
};
