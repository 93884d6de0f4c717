import type { Message } from '../../platform/index.js';
import type { AlertRule } from '../alert-rules/alert-rule.entity.js';
import type { Alert } from './alert.entity.js';

/** The name is user input and must not add lines to the mail. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ');

/** Notifies an admin. Contents of entries stay in the audit log. `isLast`: further alerts of this hour are not mailed. */
export function alertMail(
  to: string,
  { id, title, severity, ...alert }: Alert,
  rule: AlertRule,
  isLast: boolean,
): Message {
  return {
    to,
    subject: `Alert (${severity}): ${oneLine(title)}`,
    letter: {
      lines: [
        `${oneLine(title)} (${severity}).`,
        `${alert.event_count} entries of the audit log between ${alert.first_event_at} and ${alert.last_event_at}.`,
        `See GET /v1/guard/alerts/${id}; the rule is ${rule.id}.`,
        ...(rule.runbook ? [rule.runbook] : []),
        ...(isLast
          ? [
              `Further alerts of this rule are not mailed within this hour. See GET /v1/guard/alerts?rule_id=${rule.id}.`,
            ]
          : []),
      ],
    },
  };
}
