import { page, screen } from '../../kit/screen.js';
import { t } from '../../kit/language.js';

export const auditTrail = screen({
  title: t('Audit trail'),
  icon: 'eye',
  section: 'security',
  path: 'audit-trail',
  scopes: ['guard:read'],
  about: t('log who did what verify export changes'),
  shows: 'exp',
  showsAt: 'exports/$id',
  pages: [
    page('audit-trail', () => import('./list.js')),
    page(
      'audit-trail/entries/$id',
      () => import('./entry.js'),
      // Its time and record, by which the API finds it.
      ({ at = '', of }) => ({ at, of }),
    ),
    page('audit-trail/exports', () => import('./exports.js')),
    page('audit-trail/exports/$id', () => import('./export.js')),
  ],
});
