import { letter, type Message } from '../../platform/index.js';
import type { AlertRule } from '../alert-rules/alert-rule.entity.js';
import type { Alert } from './alert.entity.js';

/** Others may have given it this name: it must bring no lines of its own. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ');

/** Tells an admin of an alert. What the entries contain stays in the audit log. */
export function alertMail(to: string, { id, title, severity, ...alert }: Alert, rule: AlertRule): Message {
  return {
    to,
    subject: `Alert (${severity}): ${oneLine(title)}`,
    ...letter([
      `${oneLine(title)} (${severity}).`,
      `${alert.event_count} entries of the audit log between ${alert.first_event_at} and ${alert.last_event_at}.`,
      `See GET /v1/guard/alerts/${id}; the rule is ${rule.id}.`,
      ...(rule.runbook ? [rule.runbook] : []),
    ]),
  };
}
