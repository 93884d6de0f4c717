import { page, screen } from '../../kit/screen.js';

export const auditTrail = screen({
  title: 'Audit trail',
  icon: 'eye',
  section: 'Security',
  path: 'audit-trail',
  scopes: ['guard:read'],
  about: 'log who did what verify export changes',
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
