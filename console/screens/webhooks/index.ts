import type { Screen } from '../../kit/index.js';

export const webhooks: Screen = {
  title: 'Webhooks',
  icon: 'webhook',
  section: 'Develop',
  path: 'webhooks',
  about: 'subscriptions deliveries endpoints replay',
  shows: 'wh',
  pages: {
    '': () => import('./list.js'),
    $id: () => import('./webhook.js'),
    '$id/deliveries/$delivery': () => import('./delivery.js'),
  },
};
