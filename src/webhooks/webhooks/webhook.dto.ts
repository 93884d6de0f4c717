import { ValidateBy, type ValidationArguments } from 'class-validator';
import { namesEvents } from '../../events/index.js';
import { checkUrl } from '../../platform/outgoing/addresses.js';
import { Choice, eachItem, Id, Int, LongText, rule, Text, Texts, Timestamp } from '../../platform/fields/fields.js';
import { PageQuery } from '../../platform/resource/page.js';
import { PAUSED_REASONS, WEBHOOK_STATUSES } from './webhook.resource.js';

const url = { max: 2048, description: 'Where events are sent: http or https; https only in production.' };
const events = {
  minItems: 1,
  maxItems: 50,
  maxLength: 100,
  description: 'Event types, `<app>.*` for all of an app, or `*` for all.',
};
const description = { max: 10_000 };

/** Has the form of an address that events may be sent to. */
const Address = () =>
  ValidateBy({
    name: 'invalid_format',
    validator: {
      validate: (value: string) => checkUrl(value.trim(), { httpsOnly: false }).ok,
      defaultMessage: ({ value }: ValidationArguments) => {
        const checked = checkUrl((value as string).trim(), { httpsOnly: false });
        return `$property ${checked.ok ? 'is valid' : checked.reason}.`;
      },
    },
  } as Parameters<typeof ValidateBy>[0]);

/** Names only event types that exist. */
const KnownEvents = () =>
  eachItem('invalid_value', (pattern: string) => namesEvents(pattern.trim()), '$property is not the name of an event.');

export class CreateWebhook {
  @Address() @Text(url) url: string;
  @KnownEvents() @Texts(events) events: string[];
  @LongText({ ...description, optional: true }) description = '';
  // Rules are asked from the last decorator to the first.
  @rule('invalid_format', (text: string) => !/\p{C}/u.test(text), '$property must have printable characters only.')
  @rule('too_short', (text: string) => text.length >= 16, '$property must have at least 16 characters.')
  @LongText({ max: 128, optional: true, description: 'The signing secret, 16 characters or more. Default: a new one.' })
  secret?: string;
}

export class UpdateWebhook {
  @Address() @Text({ ...url, optional: true }) url?: string;
  @KnownEvents() @Texts({ ...events, optional: true }) events?: string[];
  @LongText({ ...description, optional: true }) description?: string;
  @Choice(WEBHOOK_STATUSES, { optional: true }) status?: string;
}

export class RotateSecret {
  @Int({ min: 0, max: 604_800, optional: true, description: 'Seconds for which the old secret signs as well.' })
  grace_period_seconds = 86_400;
}

export class WebhookQuery extends PageQuery {
  @Choice(WEBHOOK_STATUSES, { optional: true }) status?: string;
}

export class WebhookView {
  @Id('wh') id: string;
  @Text(url) url: string;
  @Texts(events) events: string[];
  @LongText(description) description: string;
  @Choice(WEBHOOK_STATUSES) status: string;
  @Choice(PAUSED_REASONS, { nullable: true }) paused_reason: string | null;
  @Timestamp() created_at: string;
  @Timestamp() updated_at: string;
  @Timestamp({ nullable: true, description: 'Exact to ten seconds.' }) last_success_at: string | null;
  @Timestamp({ nullable: true }) last_failure_at: string | null;
  @Int({ min: 0, description: 'Failed attempts since the last successful one.' }) consecutive_failures: number;
}

/** The only answer that shows the secret. */
export class NewWebhookView extends WebhookView {
  @Text({ max: 128, description: 'The signing secret. It is shown once.' }) secret: string;
}

export class RotatedWebhookView extends NewWebhookView {
  @Timestamp({ nullable: true, description: 'Until then the old secret signs as well. Null: it does not.' })
  previous_secret_expires_at: string | null;
}

export class TestView {
  @Id('dlv', { description: 'The delivery that carries the test.' }) delivery_id: string;
}
