import { Button } from '@mantine/core';
import {
  Calm,
  Failed,
  Icon,
  Loading,
  Named,
  type Row,
  Section,
  suite,
  useDialog,
  useList,
  useResources,
  When,
} from '../../kit/index.js';
import { listOf, Make, useMayChange } from '../../kit/record/index.js';
import { durationInWords } from '../../kit/schema/fields.js';
import { Activity, WriteNote } from './activity.js';
import styles from './deals.module.css';

const ACTIVITIES = '/v1/sales/deals/{id}/activities';
const HISTORY = '/v1/sales/deals/{id}/history';

type Entry =
  | { at: string; key: string; activity: Row<typeof ACTIVITIES> }
  | { at: string; key: string; stay: Row<typeof HISTORY> };

/** Everything that happened to a deal, the latest first: what people noted, and the stages that it came to. */
export function Timeline({ of: id }: { of: string }) {
  const activities = useList(ACTIVITIES, { path: { id } });
  const history = useList(HISTORY, { path: { id }, query: { sort: 'entered_at:desc' } });
  const may = useMayChange();
  const list = listOf(useResources()!, 'deal', 'activities')!;
  const [add, adding] = useDialog((close) => (
    <Make stay path={ACTIVITIES} names={{ id }} title="Activities" close={close} />
  ));
  const error = activities.error ?? history.error;
  const entries: Entry[] = [
    ...activities.rows.map((activity) => ({ at: activity.occurred_at, key: activity.id, activity })),
    ...history.rows.map((stay) => ({ at: stay.entered_at, key: stay.stage_id + stay.entered_at, stay })),
  ].toSorted((a, b) => b.at.localeCompare(a.at));
  const more = [activities, history].filter(({ hasMore }) => hasMore);
  return (
    <Section
      title="Timeline"
      beside={
        may(list.make) && (
          <Button variant="default" size="compact-sm" leftSection={<Icon name="plus" size={14} />} onClick={add}>
            Add activity
          </Button>
        )
      }
    >
      {may(list.make) && (
        <WriteNote
          send={(note, mentions) =>
            suite.post(ACTIVITIES, { params: { path: { id } }, body: { type: 'note', note, mentions } })
          }
        />
      )}
      {error && !entries.length ? (
        <Failed error={error} again={() => [activities, history].forEach(({ again }) => again())} />
      ) : activities.loading || history.loading ? (
        <Loading rows={3} />
      ) : entries.length ? (
        <ol className={styles.timeline}>
          {entries.map((entry) => (
            <li key={entry.key}>{'stay' in entry ? <Stay of={entry.stay} /> : <Activity of={entry.activity} />}</li>
          ))}
        </ol>
      ) : (
        <Calm icon="minus">Nothing happened yet</Calm>
      )}
      {more.length > 0 && (
        <button type="button" className="link" onClick={() => more.forEach((each) => each.more())}>
          Show more
        </button>
      )}
      {adding}
    </Section>
  );
}

const Stay = ({ of: { stage_name, entered_at, left_at, moved_by, duration_seconds } }: { of: Row<typeof HISTORY> }) => (
  <div className="feed-head">
    <Icon name="arrowRight" size={15} />
    <span>
      Moved to <strong>{stage_name}</strong>
      {left_at && duration_seconds >= 60 && `, stayed ${durationOf(duration_seconds)}`}
    </span>
    {moved_by && <Named of={moved_by} />}
    <When at={entered_at} />
  </div>
);

const DAY_SECONDS = 86_400;

const durationOf = (seconds: number) => {
  const days = Math.round(seconds / DAY_SECONDS);
  return seconds < DAY_SECONDS ? durationInWords(seconds) : `${days.toLocaleString()} ${days === 1 ? 'day' : 'days'}`;
};
