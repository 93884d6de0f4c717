import { page, screen } from '../../kit/screen.js';
import { t } from '../../kit/language.js';

export const contacts = screen({
  title: t('Contacts'),
  icon: 'users',
  section: 'sales',
  path: 'contacts',
  scopes: ['sales:read'],
  about: t('people customers companies organizations addresses crm'),
  shows: 'cnt',
  pages: [page('contacts', () => import('./list.js')), page('contacts/$id', () => import('./contact.js'))],
});
