import { page, screen } from '../../kit/screen.js';

export const inbox = screen({
  title: 'Inbox',
  icon: 'inbox',
  section: '',
  path: 'inbox',
  about: 'mentions assignments comments notifications follow unread',
  pages: [
    page(
      'inbox',
      () => import('./inbox.js'),
      ({ show }) => ({ ...(show === 'all' && { show: 'all' as const }) }),
    ),
    page('inbox/settings', () => import('./settings.js')),
  ],
});
