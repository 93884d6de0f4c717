import { page, screen } from '../../kit/screen.js';
import { t } from '../../kit/language.js';

export const webhooks = screen({
  title: t('Webhooks'),
  icon: 'webhook',
  section: 'develop',
  path: 'webhooks',
  serves: ['access:read'],
  about: t('subscriptions deliveries endpoints replay'),
  shows: 'wh',
  pages: [
    page('webhooks', () => import('./list.js')),
    page('webhooks/$id', () => import('./webhook.js')),
    page('webhooks/$id/deliveries/$delivery', () => import('./delivery.js')),
  ],
});
