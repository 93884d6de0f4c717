import type { Screen } from '../../kit/index.js';

export const backgroundWork: Screen = {
  title: 'Background work',
  icon: 'work',
  section: 'Operations',
  path: 'work',
  about: 'queues jobs failed retry tasks maintenance exports imports replays',
  pages: {
    '': () => import('./page.js'),
    'queues/$name': () => import('./queue.js'),
    tasks: () => import('./tasks.js'),
  },
};
