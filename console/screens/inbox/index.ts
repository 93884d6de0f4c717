import { page, screen } from '../../kit/screen.js';
import { t } from '../../kit/language.js';

export const inbox = screen({
  title: t('Inbox'),
  icon: 'inbox',
  section: '',
  path: 'inbox',
  about: t('mentions assignments comments notifications follow unread'),
  pages: [
    page(
      'inbox',
      () => import('./inbox.js'),
      ({ show }) => ({ ...(show === 'all' && { show: 'all' as const }) }),
    ),
    page('inbox/settings', () => import('./settings.js')),
  ],
});
