import { page, screen } from '../../kit/screen.js';

export const home = screen({
  title: 'Home',
  icon: 'home',
  section: '',
  path: '',
  about: 'my tasks deals candidates timer today',
  pages: [page('/', () => import('./home.js'))],
});
