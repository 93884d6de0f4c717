import type { ReactNode } from 'react';
import {
  AddButton,
  Calm,
  Icon,
  type IconName,
  Listed,
  Named,
  type Row,
  Section,
  suite,
  Tag,
  useDialog,
  useList,
  useResources,
  When,
  worded,
} from '../../kit/index.js';
import { listOf, Make, useMayChange } from '../../kit/record/index.js';
import { Write } from '../../kit/writing/write.js';
import { Written } from '../../kit/writing/written.js';
import styles from './deals.module.css';
import { t } from '../../kit/language.js';

/** An entry of another list. */
export interface Entry {
  at: string;
  key: string;
  shown: ReactNode;
}

interface ActivitiesProps {
  path: '/v1/sales/deals/{id}/activities' | '/v1/sales/contacts/{id}/activities';
  /** Prefix of the record's ids. */
  prefix: string;
  id: string;
  /** Other lists whose entries stand between the activities. */
  beside?: readonly Beside[];
  /** Entries that are known from the record: how it began, and how it ended. */
  known: readonly Entry[];
}

/** A list of entries. */
export type Beside = Pick<ReturnType<typeof useList>, 'loading' | 'error' | 'hasMore' | 'more' | 'again'> & {
  rows: readonly Entry[];
};

/** A line of the time line that has no text. */
export const Happened = ({ icon, at, children }: { icon: IconName; at: string; children: ReactNode }) => (
  <div className="feed-head">
    <Icon name={icon} size={15} />
    <span>{children}</span>
    <When at={at} />
  </div>
);

/** The first entry of a record. */
export const created = (at: string): Entry => ({
  at,
  key: 'created',
  shown: (
    <Happened icon="plus" at={at}>
      {t('Created')}
    </Happened>
  ),
});

/** Activities of a deal or a contact, the latest first, and a note that one types where it is read. Other activities have a form. */
export function Activities({ path, prefix, id, beside = [], known }: ActivitiesProps) {
  const activities = useList(path, { path: { id } });
  const mayAdd = useMayChange()(listOf(useResources()!, prefix, 'activities')!.make);
  const [add, adding] = useDialog((close) => <Make stay path={path} names={{ id }} list="Activities" close={close} />);
  const lists = [activities, ...beside];
  const hasMore = lists.some((list) => list.hasMore);
  const own = activities.rows.map((row) => ({ at: row.occurred_at, key: row.id, shown: <Activity of={row} /> }));
  const loaded = [...own, ...beside.flatMap(({ rows }) => rows)];
  const oldest = loaded.reduce((least, { at }) => (at < least ? at : least), '9999');
  const all = {
    // As long as a list has more, entries below those that are loaded would change their place.
    rows: [...loaded, ...known.filter(({ at }) => !hasMore || at > oldest)].toSorted((a, b) =>
      b.at.localeCompare(a.at),
    ),
    loading: lists.some(({ loading }) => loading),
    error: activities.error ?? beside.find(({ error }) => error)?.error,
    hasMore,
    more: () => lists.forEach((list) => list.hasMore && list.more()),
    again: () => lists.forEach(({ again }) => again()),
  };
  return (
    <Section title={t('Timeline')} beside={mayAdd && <AddButton onClick={add}>{t('Add activity')}</AddButton>}>
      {mayAdd && (
        <Write
          label={t('Note')}
          placeholder={t('Write a note. @ names somebody.')}
          done={t('Note created.')}
          send={(note, mentions) =>
            suite.post(path, { params: { path: { id } }, body: { type: 'note', note, mentions } })
          }
        />
      )}
      <Listed of={all} empty={<Calm icon="minus">{t('Nothing happened yet')}</Calm>}>
        {(rows) => (
          <ol className={styles.timeline}>
            {rows.map(({ key, shown }) => (
              <li key={key}>{shown}</li>
            ))}
          </ol>
        )}
      </Listed>
      {adding}
    </Section>
  );
}

const Activity = ({ of }: { of: Row<ActivitiesProps['path']> }) => (
  <>
    <div className="feed-head">
      <Tag>{worded(of.type)}</Tag>
      {of.created_by && <Named of={of.created_by} />}
      <When at={of.occurred_at} />
    </div>
    {of.note && <Written text={of.note} mentions={of.mentions} />}
  </>
);
