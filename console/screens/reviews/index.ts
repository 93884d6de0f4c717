import { page, screen } from '../../kit/screen.js';
import { t } from '../../kit/language.js';

export const reviews = screen({
  title: t('Approvals'),
  icon: 'check',
  section: '',
  path: 'reviews',
  about: t('reviews approve reject requests policies wait'),
  // The inbox leads to it, and mail: most people never need it.
  entries: [],
  shows: 'rev',
  pages: [
    page(
      'reviews',
      () => import('./list.js'),
      ({ show }) => ({ ...(show && SHOWN.has(show) && { show }) }),
    ),
    page('reviews/$id', () => import('./review.js')),
  ],
});

/** Which requests the list shows; without one, those that wait for the reader. */
export const SHOWN = new Set(['mine', 'all']);
