import { ValidateBy, type ValidationArguments } from 'class-validator';
import { namesEvents } from '../../events/index.js';
import {
  checkUrl,
  Choice,
  eachItem,
  Flag,
  FreeObject,
  Id,
  Int,
  LongText,
  RecordEntity,
  ResourceEntity,
  Text,
  Texts,
  Timestamp,
} from '../../platform/index.js';
import { PAUSED_REASONS, WEBHOOK_STATUSES, webhooks } from './webhook.resource.js';

/** Validates the format of a receiver URL. */
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

/** Validates that all event types exist. */
const KnownEvents = () =>
  eachItem('invalid_value', (pattern: string) => namesEvents(pattern.trim()), '$property is not the name of an event.');

@ResourceEntity(webhooks, 'webhooks')
export class Webhook extends RecordEntity {
  @Address()
  @Text({ max: 2048, description: 'URL of the receiver: http or https; https only in production.' })
  url: string;
  @KnownEvents()
  @Texts({
    minItems: 1,
    maxItems: 50,
    maxLength: 100,
    description: 'Event types, `<app>.*` for all of an app, or `*` for all.',
  })
  events: string[];
  @FreeObject({
    default: {},
    audit: 'values',
    description:
      'Conditions by type of event, on the record as it is when the event is sent. Events whose record does not match are not sent.',
    example: { 'sales.deal.won': { value: { gte: 10_000 } } },
  })
  where: Readonly<Record<string, unknown>>;
  /** Apps of those events, for row rules and list filters. */
  @Texts({ maxItems: 50, maxLength: 40 }) apps: string[];
  /**
   * Apps whose events of private records it receives or once received: those whose admin set `events`. Entries are never
   * removed, because deliveries of those events remain.
   */
  @Texts({ maxItems: 50, maxLength: 40 }) sees_private: string[];
  @LongText({ max: 10_000, default: '', audit: 'values', description: 'Purpose.' }) description: string;
  /** Encrypted with SECRETS_KEY. */
  @Text({ audit: 'nothing' }) secret: string;
  /** Encrypted. Also used for signing until `previous_secret_expires_at`. */
  @Text({ nullable: true, audit: 'nothing' }) previous_secret: string | null;
  @Timestamp({ nullable: true, description: 'Until then the old secret signs as well. Null: it does not.' })
  previous_secret_expires_at: string | null;
  @Choice(WEBHOOK_STATUSES, { default: 'active', description: 'Status of the webhook.' }) status: string;
  @Choice(PAUSED_REASONS, { nullable: true, description: 'Reason of the pause.' }) paused_reason: string | null;
  @Id('usr', { description: 'User who created it.' }) created_by: string;
  /** The API key or OAuth grant with which it was created, and with whose end it is paused; null for a browser session. */
  @Text({ nullable: true }) made_through: string | null;

  // Health of deliveries, updated without a new revision.
  @Timestamp({ nullable: true, description: 'Exact to ten seconds.' }) last_success_at: string | null;
  @Timestamp({ nullable: true, description: 'Time of the last failed attempt.' }) last_failure_at: string | null;
  @Int({ min: 0, default: 0, description: 'Failed attempts since the last successful one.' })
  consecutive_failures: number;
  /** Time of the first of those failures. */
  @Timestamp({ nullable: true }) failing_since: string | null;
  /** Failed or slow last time, so its jobs go to the slow lane. */
  @Flag({ default: false }) slow: boolean;
  /** Lease of the worker that sends to it, current or last; see `SendingRepository`. */
  @Text({ nullable: true }) lease: string | null;
  @Timestamp({ nullable: true }) leased_until: string | null;
}
