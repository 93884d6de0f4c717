import { page, screen } from '../../kit/screen.js';

export const webhooks = screen({
  title: 'Webhooks',
  icon: 'webhook',
  section: 'Develop',
  path: 'webhooks',
  serves: ['access:read'],
  about: 'subscriptions deliveries endpoints replay',
  shows: 'wh',
  pages: [
    page('webhooks', () => import('./list.js')),
    page('webhooks/$id', () => import('./webhook.js')),
    page('webhooks/$id/deliveries/$delivery', () => import('./delivery.js')),
  ],
});
