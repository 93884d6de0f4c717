import type { ReactNode } from 'react';
import { ConditionInWords, listed, Named, prefixOf, type Shown, typeInWords } from '../../kit/index.js';
import { plural, t } from '../../kit/language.js';
import { rich } from '../../kit/rich.js';

export type Rule = Shown<'AlertRule'>;
type Counting = Pick<Rule, 'condition' | 'threshold' | 'window_minutes' | 'group_by'>;

export const SEVERITIES = ['info', 'low', 'medium', 'high', 'critical'] as const;

/** By what entries are counted apart. */
export const GROUPS: Record<Rule['group_by'], string> = {
  none: t('all together'),
  actor_id: t('by one caller'),
  actor_email: t('of one e-mail address'),
  ip_address: t('from one address'),
  resource_id: t('of one record'),
};

const OUTCOMES = { success: t('that succeeded'), failure: t('that failed'), denied: t('that were refused') };

/** `90` → `90 minutes`, `120` → `2 hours`, `1440` → `1 day`. */
export function minutes(count: number): string {
  if (count % 1440 === 0) return plural(count / 1440, '{count} day', '{count} days');
  if (count % 60 === 0) return plural(count / 60, '{count} hour', '{count} hours');
  return plural(count, '{count} minute', '{count} minutes');
}

/** The condition and threshold of a rule, in words. */
export function InWords({ of: { condition, threshold, window_minutes, group_by } }: { of: Counting }) {
  const values = {
    entries: plural(threshold, 'Each entry', '{count} entries'),
    what: <What of={condition} />,
    time: minutes(window_minutes),
    group: group_by !== 'none' && ` ${GROUPS[group_by]}`,
  };
  return threshold === 1
    ? rich('{entries}{what}{group} makes an alert.', values)
    : rich('{entries}{what} within {time}{group} make an alert.', values);
}

function What({
  of: { actions, outcome, actor_id, resource_type, ip_not_in, when, change },
}: {
  of: Rule['condition'];
}) {
  const parts: ReactNode[] = [];
  if (actions?.length)
    parts.push(
      <>
        {` ${t('of')} `}
        <code>{actions[0]}</code>
        {actions.length > 1 && (
          <span title={actions.join('\n')}>
            {` ${t('or')} `}
            {actions.length === 2 ? (
              <code>{actions[1]}</code>
            ) : (
              plural(actions.length - 1, '{count} other action', '{count} other actions')
            )}
          </span>
        )}
      </>,
    );
  if (resource_type) parts.push(` ${t('about {records}', { records: typeInWords(resource_type) })}`);
  if (actor_id) parts.push(<> {rich('by {who}', { who: prefixOf(actor_id) ? <Named of={actor_id} /> : actor_id })}</>);
  if (outcome) parts.push(` ${OUTCOMES[outcome]}`);
  if (ip_not_in?.length) parts.push(` ${t('from elsewhere than {addresses}', { addresses: listed(ip_not_in, 'or') })}`);
  if (when?.before) parts.push(<Fields label={t('before')} of={when.before} />);
  if (when?.after) parts.push(<Fields label={t('after')} of={when.after} />);
  if (change)
    parts.push(
      <>
        {' '}
        <Changed of={change} />
      </>,
    );
  return parts.map((part, index) => <span key={index}>{part}</span>);
}

const Fields = ({ label, of }: { label: string; of: object }) => (
  <>
    {' '}
    {t('with, {label},', { label })} <ConditionInWords of={of} />
  </>
);

function Changed({ of: { field, to, lowered, absent } }: { of: NonNullable<Rule['condition']['change']> }) {
  const name = <code>{field}</code>;
  if (absent) return rich('that say nothing of {name}', { name });
  if (lowered) return rich('that lower {name}', { name });
  if (!to?.length) return rich('that change {name}', { name });
  return (
    <span title={to.join('\n')}>
      {rich('that make {name} {values}', {
        name,
        values: to.length < 4 ? listed(to, 'or') : t('one of {count} values', { count: to.length }),
      })}
    </span>
  );
}
