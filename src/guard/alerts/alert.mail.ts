import {
  deferred,
  type Language,
  type Message,
  momentInWords,
  numberInWords,
  t,
  translated,
} from '../../platform/index.js';
import type { AlertRule } from '../alert-rules/alert-rule.entity.js';
import type { SEVERITIES } from '../alert-rules/alert-rule.resource.js';
import type { Alert } from './alert.entity.js';

const WORDS: Record<(typeof SEVERITIES)[number], string> = {
  info: deferred('info'),
  low: deferred('low'),
  medium: deferred('medium'),
  high: deferred('high'),
  critical: deferred('critical'),
};

interface Reader {
  to: string;
  language: Language;
  /** Time zone of the workspace. */
  zone: string;
}

/** The name is user input and must not add lines to the mail. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ');

/** Notifies an admin. Contents of entries stay in the audit log. `isLast`: further alerts of this hour are not mailed. */
export function alertMail({ to, language, zone }: Reader, alert: Alert, rule: AlertRule, isLast: boolean): Message {
  const title = oneLine(alert.title);
  const severity = translated(WORDS[rule.severity], language);
  return {
    to,
    subject: t('Alert ({severity}): {title}', { severity, title }, language),
    letter: {
      lines: [
        `${title} (${severity}).`,
        t(
          '{count} entries of the audit log between {first} and {last}.',
          {
            count: numberInWords(alert.event_count, language),
            first: momentInWords(alert.first_event_at, zone, language),
            last: momentInWords(alert.last_event_at, zone, language),
          },
          language,
        ),
        t('See GET /v1/guard/alerts/{id}; the rule is {rule}.', { id: alert.id, rule: rule.id }, language),
        ...(rule.runbook ? [rule.runbook] : []),
        ...(isLast
          ? [
              t(
                'Further alerts of this rule are not mailed within this hour. See GET /v1/guard/alerts?rule_id={rule}.',
                { rule: rule.id },
                language,
              ),
            ]
          : []),
      ],
    },
    language,
  };
}
