import { page, screen } from '../../kit/screen.js';

export const ownSignIn = screen({
  title: 'Your sign-in',
  icon: 'user',
  section: 'Security',
  path: 'your-sign-in',
  about: 'account passkey authenticator app second factor own sessions devices',
  pages: [page('your-sign-in', () => import('./page.js'))],
});
