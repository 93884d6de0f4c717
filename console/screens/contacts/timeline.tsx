import { Button } from '@mantine/core';
import { Calm, Failed, Icon, Loading, Section, suite, useDialog, useList, useResources } from '../../kit/index.js';
import { listOf, Make, useMayChange } from '../../kit/record/index.js';
import { Activity, WriteNote } from '../deals/activity.js';

const ACTIVITIES = '/v1/sales/contacts/{id}/activities';

/** What was done for a contact, the latest first. */
export function Timeline({ of: id }: { of: string }) {
  const activities = useList(ACTIVITIES, { path: { id } });
  const mayAdd = useMayChange()(listOf(useResources()!, 'cnt', 'activities')!.make);
  const [add, adding] = useDialog((close) => (
    <Make stay path={ACTIVITIES} names={{ id }} title="Activities" close={close} />
  ));
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
        <WriteNote
          send={(note, mentions) =>
            suite.post(ACTIVITIES, { params: { path: { id } }, body: { type: 'note', note, mentions } })
          }
        />
      )}
      {activities.error && !activities.rows.length ? (
        <Failed error={activities.error} again={activities.again} />
      ) : activities.loading ? (
        <Loading rows={3} />
      ) : activities.rows.length ? (
        <ol className="feed">
          {activities.rows.map((each) => (
            <li key={each.id}>
              <Activity of={each} />
            </li>
          ))}
        </ol>
      ) : (
        !mayAdd && <Calm icon="minus">Nothing happened yet</Calm>
      )}
      {activities.hasMore && (
        <button type="button" className="link" onClick={activities.more}>
          Show more
        </button>
      )}
      {adding}
    </Section>
  );
}
