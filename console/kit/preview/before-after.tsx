import { dayInWords } from '../days.js';
import { isNamed, isUserId, Named, NameOf } from '../named.js';
import { Id } from '../id.js';
import { Long } from '../page.js';
import { prefixOf } from '../resources.js';
import { labelOf } from '../schema/words.js';
import { Exact } from '../when.js';
import styles from './before-after.module.css';
import { plural, t } from '../language.js';
import { rich } from '../rich.js';

export type Changes = Record<string, { from?: unknown; to?: unknown; masked?: boolean }>;

/** Changed fields, before and after. */
export const BeforeAfter = ({ of }: { of: Changes }) => (
  <div className={styles.beforeAfter} role="table" aria-label={t('Changed fields')}>
    <div role="row" className={styles.beforeAfterHead}>
      <span role="columnheader">{t('Field')}</span>
      <span role="columnheader">{t('Before')}</span>
      <span role="columnheader">{t('After')}</span>
    </div>
    {Object.entries(of).map(([name, { from, to, masked }]) => (
      <div role="row" key={name}>
        <span role="rowheader">{labelOf(name)}</span>
        <span role="cell" data-side={t('Before')}>
          {masked ? <Hidden /> : <Value of={from} />}
        </span>
        <span role="cell" data-side={t('After')}>
          {masked ? <Hidden /> : <Value of={to} />}
        </span>
      </div>
    ))}
  </div>
);

const Hidden = () => <span className="soft">{t('hidden: you may not read this record')}</span>;

/** The trail names contents, and what is long, by a digest. */
const isDigest = (value: unknown): value is { sha256: string; length: number } =>
  typeof value === 'object' && value !== null && 'sha256' in value && 'length' in value;

/** Ids of records that people know by a name; more than these stay a list of ids. */
const MAX_NAMES = 10;
const isNames = (of: unknown): of is string[] =>
  Array.isArray(of) &&
  of.length > 0 &&
  of.length <= MAX_NAMES &&
  of.every((each) => typeof each === 'string' && (isUserId(each) || isNamed(prefixOf(each) ?? '')));

/** Instants and days as the API writes them. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const DAY = /^\d{4}-(0[1-9]|1[0-2])-([0-2]\d|3[01])$/;

function Value({ of }: { of: unknown }) {
  if (of === null || of === undefined || of === '') return <span className="soft">{t('nothing')}</span>;
  if (isDigest(of) && of.length === 0) return <span className="soft">{t('nothing')}</span>;
  if (isDigest(of))
    return (
      <span className="soft">
        {rich('{characters}, SHA-256 {hash}', {
          characters: plural(of.length, '{count} character', '{count} characters'),
          hash: <code title={of.sha256}>{of.sha256.slice(0, 12)}…</code>,
        })}
      </span>
    );
  if (typeof of === 'string') {
    if (isNames([of])) return <Named of={of} />;
    if (INSTANT.test(of)) return <Exact at={of} />;
    if (DAY.test(of)) return dayInWords(of);
    return prefixOf(of) ? <Id of={of} /> : <Long text={of} />;
  }
  if (isNames(of))
    return of.map((each, index) => (
      <span key={each}>
        {index > 0 && ', '}
        <NameOf id={each} />
      </span>
    ));
  if (Array.isArray(of) && of.every((each) => typeof each === 'string'))
    return <Long text={of.join(', ') || t('none')} />;
  return (
    <code>
      <Long text={JSON.stringify(of)} />
    </code>
  );
}
