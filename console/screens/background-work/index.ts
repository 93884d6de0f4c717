import { page, screen } from '../../kit/screen.js';
import { t } from '../../kit/language.js';

export const backgroundWork = screen({
  title: t('Background work'),
  icon: 'work',
  section: 'operations',
  path: 'work',
  serves: ['access:read'],
  about: t('queues jobs failed retry tasks maintenance exports imports replays'),
  pages: [
    page('work', () => import('./page.js')),
    page('work/queues/$name', () => import('./queue.js')),
    page('work/tasks', () => import('./tasks.js')),
  ],
});
