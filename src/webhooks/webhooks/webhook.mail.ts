import type { Message } from '../../platform/index.js';
import type { Webhook } from './webhook.entity.js';
import { FAILING } from './webhook.resource.js';

/** Mail about a paused webhook. It names only the host, because the rest of the URL may contain a secret. */
export function pausedMail({ id, url, failing_since }: Webhook, reason: 'gone' | 'failing'): Omit<Message, 'to'> {
  const { host } = new URL(url);
  const why = {
    gone: 'The receiver answered 410 Gone, which means that it wants no more deliveries.',
    failing: `Every delivery has failed for more than ${FAILING.hours} hours, since ${failing_since}.`,
  }[reason];
  const lines = [
    `The webhook ${id} to ${host} was paused.`,
    why,
    'Nothing is sent to it until its status is set to active again (PATCH /v1/webhooks/{id}).',
    'Events are kept for 30 days. Later, send the missed ones with POST /v1/webhooks/{id}/replay.',
  ];
  return {
    subject: `A webhook was paused: ${host}`,
    letter: { lines },
  };
}
