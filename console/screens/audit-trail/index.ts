import type { Screen } from '../../kit/index.js';

export const auditTrail: Screen = {
  title: 'Audit trail',
  icon: 'eye',
  section: 'Security',
  path: 'audit-trail',
  scopes: ['guard:read'],
  about: 'log who did what verify export changes',
  shows: 'exp',
  showsAt: 'exports/$id',
  pages: {
    '': () => import('./list.js'),
    'entries/$id': () => import('./entry.js'),
    exports: () => import('./exports.js'),
    'exports/$id': () => import('./export.js'),
  },
};
