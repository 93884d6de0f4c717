import { page, screen } from '../../kit/screen.js';
import { t } from '../../kit/language.js';

export const home = screen({
  title: t('Home'),
  icon: 'home',
  section: '',
  path: '',
  about: t('my tasks deals candidates timer today'),
  pages: [page('/', () => import('./home.js'))],
});
