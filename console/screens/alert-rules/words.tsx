import type { ReactNode } from 'react';
import { ConditionInWords, listed, Named, prefixOf, type Shown, typeInWords } from '../../kit/index.js';

export type Rule = Shown<'AlertRule'>;
type Counting = Pick<Rule, 'condition' | 'threshold' | 'window_minutes' | 'group_by'>;

export const SEVERITIES = ['info', 'low', 'medium', 'high', 'critical'] as const;

/** By what entries are counted apart. */
export const GROUPS: Record<Rule['group_by'], string> = {
  none: 'all together',
  actor_id: 'by one caller',
  actor_email: 'of one e-mail address',
  ip_address: 'from one address',
  resource_id: 'of one record',
};

const OUTCOMES = { success: 'that succeeded', failure: 'that failed', denied: 'that were refused' };

/** `90` → `90 minutes`, `120` → `2 hours`, `1440` → `1 day`. */
export function minutes(count: number): string {
  const [size, unit] = [
    [1440, 'day'],
    [60, 'hour'],
    [1, 'minute'],
  ].find(([each]) => count % (each as number) === 0) as [number, string];
  return `${count / size} ${unit}${count === size ? '' : 's'}`;
}

/** The condition and threshold of a rule, in words. */
export function InWords({ of: { condition, threshold, window_minutes, group_by } }: { of: Counting }) {
  return (
    <>
      {threshold === 1 ? 'Each entry' : `${threshold.toLocaleString()} entries`}
      <What of={condition} />
      {threshold > 1 && ` within ${minutes(window_minutes)}`}
      {group_by !== 'none' && ` ${GROUPS[group_by]}`}
      {threshold === 1 ? ' makes an alert.' : ' make an alert.'}
    </>
  );
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
        {' of '}
        <code>{actions[0]}</code>
        {actions.length > 1 && (
          <span title={actions.join('\n')}>
            {' or '}
            {actions.length === 2 ? <code>{actions[1]}</code> : `${actions.length - 1} other actions`}
          </span>
        )}
      </>,
    );
  if (resource_type) parts.push(` about ${typeInWords(resource_type)}`);
  if (actor_id) parts.push(<> by {prefixOf(actor_id) ? <Named of={actor_id} /> : actor_id}</>);
  if (outcome) parts.push(` ${OUTCOMES[outcome]}`);
  if (ip_not_in?.length) parts.push(` from elsewhere than ${listed(ip_not_in, 'or')}`);
  if (when?.before) parts.push(<Fields label="before" of={when.before} />);
  if (when?.after) parts.push(<Fields label="after" of={when.after} />);
  if (change) parts.push(<Changed of={change} />);
  return parts.map((part, index) => <span key={index}>{part}</span>);
}

const Fields = ({ label, of }: { label: string; of: object }) => (
  <>
    {` with, ${label}, `}
    <ConditionInWords of={of} />
  </>
);

function Changed({ of: { field, to, lowered, absent } }: { of: NonNullable<Rule['condition']['change']> }) {
  const name = <code>{field}</code>;
  if (absent) return <> that say nothing of {name}</>;
  if (lowered) return <> that lower {name}</>;
  if (!to?.length) return <> that change {name}</>;
  return (
    <span title={to.join('\n')}>
      {' that make '}
      {name} {to.length < 4 ? listed(to, 'or') : `one of ${to.length} values`}
    </span>
  );
}
