import { page, screen } from '../../kit/screen.js';

export const contacts = screen({
  title: 'Contacts',
  icon: 'users',
  section: 'Sales',
  path: 'contacts',
  scopes: ['sales:read'],
  about: 'people customers companies organizations addresses crm',
  shows: 'cnt',
  pages: [page('contacts', () => import('./list.js')), page('contacts/$id', () => import('./contact.js'))],
});
