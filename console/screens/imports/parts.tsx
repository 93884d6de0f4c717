import { type Column, DataTable, Empty, Section, type Shown, Tag, useList, useRead, worded } from '../../kit/index.js';
import styles from './imports.module.css';
import { plural, t } from '../../kit/language.js';

type Import = Shown<'FileImport'>;
type Counted = Pick<Import, 'row_count' | 'processed_count'>;

/** Milliseconds between two looks while an import runs: events tell that it begins, not how far it is. */
export const EVERY_MS = 1500;

/** Whether a worker still reads the files, or takes back what they made. */
export const isRunning = ({ status }: { status: string }): boolean =>
  ['pending', 'running', 'undoing'].includes(status);

const PATH = '/v1/imports/{id}';

/** An import as it is now. */
export function useImport(id: string) {
  const one = useRead(PATH, { path: { id } });
  // It asks the same, more often: both look at one answer.
  useRead(PATH, { path: { id }, every: EVERY_MS, when: one.data !== undefined && isRunning(one.data) });
  return one;
}

/** `120 of 900`. */
export const rowsInWords = ({ row_count, processed_count }: Counted): string =>
  row_count === null || processed_count === row_count
    ? processed_count.toLocaleString()
    : t('{processed_count} of {row_count}', {
        processed_count: processed_count.toLocaleString(),
        row_count: row_count.toLocaleString(),
      });

export const problemsInWords = ({ problem_count }: Pick<Import, 'problem_count'>) =>
  problem_count ? problem_count.toLocaleString() : <span className="soft">{t('None')}</span>;

/** How far an import is, in rows. */
export function Progress({ of }: { of: Import }) {
  const { row_count, processed_count, status } = of;
  return (
    <div className="replay" role="status">
      <progress
        className="wide"
        aria-label={t('Processed')}
        {...(row_count && { value: Math.min(processed_count, row_count), max: row_count })}
      />
      <span className="soft">
        {status === 'pending' ? t('It waits for its turn') : t('{of} rows processed', { of: rowsInWords(of) })}
      </span>
    </div>
  );
}

/** Counts of rows by kind and result. `dry`: nothing has been written yet. */
export const Counts = ({ of: { counts, dry_run } }: { of: Pick<Import, 'counts' | 'dry_run'> }) => (
  <div className={styles.scroll} tabIndex={0} role="region" aria-label={t('Results by kind')}>
    <table className={styles.counts}>
      <thead>
        <tr>
          <th scope="col">{t('Records')}</th>
          <th scope="col">{dry_run ? t('New') : t('Created')}</th>
          <th scope="col">{dry_run ? t('Different') : t('Changed')}</th>
          <th scope="col">{t('Same')}</th>
          <th scope="col">{t('Refused')}</th>
        </tr>
      </thead>
      <tbody>
        {counts.map(({ kind, created, updated, skipped, failed }) => (
          <tr key={kind}>
            <th scope="row">{worded(kind)}</th>
            {[created, updated, skipped, failed].map((count, index) => (
              <td key={index}>{count.toLocaleString()}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

type Problem = Shown<'ImportProblem'>;

const TONES = { error: 'bad', warning: 'warn', skipped: 'none' } as const;

const COLUMNS: Column<Problem>[] = [
  { title: t('What'), cell: ({ message }) => <span title={message}>{message}</span> },
  {
    title: t('Where'),
    cell: ({ file, line }) => (line ? t('{file}, line {line}', { file, line: line.toLocaleString() }) : file),
    width: '14rem',
    from: 'sm',
  },
  {
    title: t('Level'),
    cell: ({ level }) => <Tag tone={TONES[level as keyof typeof TONES]}>{worded(level)}</Tag>,
    width: '6.5rem',
  },
];

/** Rows and values that are not taken, by file and line. */
export function Problems({ of: { id } }: { of: Pick<Import, 'id'> }) {
  const list = useList('/v1/imports/{id}/errors', { path: { id } });
  return (
    <Section title={t('Problems')}>
      <DataTable
        label={t('Problems')}
        list={list}
        columns={COLUMNS}
        empty={<Empty icon="check" title={t('No problems')} />}
      />
    </Section>
  );
}

/** Columns that no field takes. */
export const NotTaken = ({ of: { not_taken } }: { of: Pick<Import, 'not_taken'> }) =>
  not_taken.length > 0 && (
    <Section title={t('Columns that are not imported')}>
      <ul className="rows">
        {not_taken.map(({ file, column, reason, count }) => (
          <li key={`${file} ${column}`}>
            <strong>{column}</strong>
            <span className="soft">
              {reason}{' '}
              {count !== null && t('{rows} in {file}.', { rows: plural(count, '{count} row', '{count} rows'), file })}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
