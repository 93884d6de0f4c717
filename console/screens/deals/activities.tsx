import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import {
  Calm,
  Icon,
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
  /** Another list whose entries stand between the activities. */
  beside?: Pick<ReturnType<typeof useList>, 'loading' | 'error' | 'hasMore' | 'more' | 'again'> & {
    rows: readonly Entry[];
  };
}

/** Activities of a deal or a contact, the latest first, and a note that one types where it is read. Other activities have a form. */
export function Activities({ path, prefix, id, beside }: ActivitiesProps) {
  const activities = useList(path, { path: { id } });
  const mayAdd = useMayChange()(listOf(useResources()!, prefix, 'activities')!.make);
  const [add, adding] = useDialog((close) => <Make stay path={path} names={{ id }} title="Activities" close={close} />);
  const lists = beside ? [activities, beside] : [activities];
  const own = activities.rows.map((row) => ({ at: row.occurred_at, key: row.id, shown: <Activity of={row} /> }));
  const all = {
    rows: [...own, ...(beside?.rows ?? [])].toSorted((a, b) => b.at.localeCompare(a.at)),
    loading: lists.some(({ loading }) => loading),
    error: activities.error ?? beside?.error,
    hasMore: lists.some(({ hasMore }) => hasMore),
    more: () => lists.forEach(({ hasMore, more }) => hasMore && more()),
    again: () => lists.forEach(({ again }) => again()),
  };
  return (
    <Section
      title="Timeline"
      beside={
        mayAdd && (
          <Button variant="default" size="compact-sm" leftSection={<Icon name="plus" size={14} />} onClick={add}>
            Add activity
          </Button>
        )
      }
    >
      {mayAdd && (
        <Write
          label="Note"
          placeholder="Write a note. @ names somebody."
          done="Note created."
          send={(note, mentions) =>
            suite.post(path, { params: { path: { id } }, body: { type: 'note', note, mentions } })
          }
        />
      )}
      <Listed of={all} empty={<Calm icon="minus">Nothing happened yet</Calm>}>
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
