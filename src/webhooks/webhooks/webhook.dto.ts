import { Int, ListOf, LongText, PartialType, PickType, rule, Text, ViewType } from '../../platform/index.js';
import { Webhook } from './webhook.entity.js';

export class CreateWebhook extends PickType(Webhook, ['url', 'events', 'where', 'description']) {
  // Decorators apply from the last to the first.
  @rule('invalid_format', (text: string) => !/\p{C}/u.test(text), '$property must have printable characters only.')
  @rule('too_short', (text: string) => text.length >= 16, '$property must have at least 16 characters.')
  @LongText({ max: 128, optional: true, description: 'The signing secret, 16 characters or more. Default: a new one.' })
  secret?: string;
}

export class UpdateWebhook extends PartialType(
  PickType(Webhook, ['url', 'events', 'where', 'description', 'status']),
) {}

export class RotateSecret {
  @Int({ min: 0, max: 604_800, optional: true, description: 'Seconds for which the old secret signs as well.' })
  grace_period_seconds = 86_400;
}

export class WebhookQuery extends ListOf(Webhook, { filter: ['status'] }) {}

const view = [
  'id',
  'url',
  'events',
  'where',
  'description',
  'status',
  'paused_reason',
  'created_at',
  'updated_at',
  'last_success_at',
  'last_failure_at',
  'consecutive_failures',
  'previous_secret_expires_at',
] as const;

export class WebhookView extends ViewType(Webhook, view) {}

/** The only answer that shows the secret. */
export class NewWebhookView extends WebhookView {
  @Text({ secret: true, max: 128, description: 'The signing secret. Only this response shows it.' }) secret: string;
}

export class RotatedWebhookView extends WebhookView {
  @Text({ secret: true, max: 128, description: 'The signing secret. Only this response shows it.' }) secret: string;
}
