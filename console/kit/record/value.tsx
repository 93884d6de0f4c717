import type { Field } from '../contract.js';
import { Id } from '../id.js';
import { here } from '../locale.js';
import { isNamed, isUserId, Named } from '../named.js';
import { Long } from '../page.js';
import { prefixOf } from '../resources.js';
import { Status, Tag } from '../tag.js';
import { When } from '../when.js';
import { worded } from '../words.js';
import { t } from '../language.js';

interface ValueProps {
  of: unknown;
  field?: Field;
  /** In a cell: on one line. */
  short?: boolean;
  /** As nothing but a text, in what is a link already. */
  plain?: boolean;
}

/** An object whose values are no objects. */
const isPlain = (of: unknown): of is Record<string, unknown> =>
  typeof of === 'object' &&
  of !== null &&
  !Array.isArray(of) &&
  Object.values(of).every(
    (value) =>
      typeof value !== 'object' ||
      value === null ||
      (Array.isArray(value) && value.every((each) => typeof each !== 'object')),
  );

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/;

/** A value of a record as people read it. */
export function Value({ of, field, short, plain }: ValueProps) {
  if (of === null || of === undefined || of === '') return <span className="soft">—</span>;
  if (plain) return <Long text={typeof of === 'object' ? JSON.stringify(of) : String(of)} short />;
  if (typeof of === 'boolean') return of ? t('Yes') : t('No');
  if (typeof of === 'number') return here.number(of);
  if (typeof of === 'string') {
    if (TIME.test(of)) return <When at={of} />;
    if (field?.enum) return <Status is={of} />;
    if (isUserId(of) || isNamed(prefixOf(of) ?? '')) return <Named of={of} />;
    return prefixOf(of) ? <Id of={of} /> : <Long text={of} short={short} />;
  }
  if (Array.isArray(of) && of.every((each) => typeof each === 'string'))
    return of.length ? (
      <span className="tags">
        {of.map((each) =>
          (isUserId(each) || isNamed(prefixOf(each) ?? '')) && !short ? (
            <Named key={each} of={each} />
          ) : prefixOf(each) && !short ? (
            <Id key={each} of={each} />
          ) : (
            <Tag key={each}>{field?.items?.enum ? worded(each) : each}</Tag>
          ),
        )}
      </span>
    ) : (
      <span className="soft">—</span>
    );
  // Fields of a workspace's own: names and values, not their notation.
  if (!short && isPlain(of))
    return (
      <dl className="own-fields">
        {Object.entries(of).map(([name, value]) => (
          <div key={name}>
            <dt>{worded(name)}</dt>
            <dd>{Array.isArray(value) ? value.join(', ') : <Value of={value} />}</dd>
          </div>
        ))}
      </dl>
    );
  const json = <Long text={JSON.stringify(of, null, short ? undefined : 2)} short={short} />;
  return short ? <code>{json}</code> : <pre className="json">{json}</pre>;
}
