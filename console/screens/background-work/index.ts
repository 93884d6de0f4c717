import { page, screen } from '../../kit/screen.js';

export const backgroundWork = screen({
  title: 'Background work',
  icon: 'work',
  section: 'Operations',
  path: 'work',
  serves: ['access:read'],
  about: 'queues jobs failed retry tasks maintenance exports imports replays',
  pages: [
    page('work', () => import('./page.js')),
    page('work/queues/$name', () => import('./queue.js')),
    page('work/tasks', () => import('./tasks.js')),
  ],
});
