import { page, screen } from '../../kit/screen.js';
import { t } from '../../kit/language.js';

export const ownSignIn = screen({
  title: t('Your sign-in'),
  icon: 'user',
  section: 'security',
  path: 'your-sign-in',
  about: t('account passkey authenticator app second factor own sessions devices'),
  pages: [page('your-sign-in', () => import('./page.js'))],
});
