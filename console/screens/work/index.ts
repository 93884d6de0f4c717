import type { Screen } from '../../kit/index.js';

export const work: Screen = {
  title: 'Background work',
  icon: 'work',
  section: 'Operations',
  path: 'work',
  about: 'queues jobs failed retry tasks maintenance exports imports replays',
  pages: {
    '': () => import('./work.js'),
    'queues/$name': () => import('./queue.js'),
    tasks: () => import('./tasks.js'),
  },
};
