import { Button, NativeSelect } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import {
  Dialog,
  Calm,
  Entries,
  Exact,
  Facts,
  Form,
  Go,
  Icon,
  type IfMatch,
  localOf,
  Long,
  Named,
  PickOne,
  prefixOf,
  Problem,
  ReadRecord,
  Ready,
  RecordPage,
  Section,
  Severity,
  type Shown,
  Status,
  suite,
  useAction,
  useDialog,
  useMay,
  useMe,
  useRead,
  titlesIn,
} from '../../kit/index.js';
import { t } from '../../kit/language.js';

const route = getRouteApi('/alerts/$id');

type Alert = Shown<'Alert'>;

const PATH = '/v1/guard/alerts/{id}';

/** Milliseconds after which it looks again: entries are added to it without an event. */
const EVERY_MS = 10_000;

const MINUTE_MS = 60_000;

/** The resolutions of an alert. */
const RESOLUTIONS = {
  true_positive: t('True: it was what the rule looks for'),
  benign: t('Harmless: it was, and it was meant to be'),
  false_positive: t('False: it was something else'),
};

export default function OneAlert() {
  const { id } = route.useParams();
  return <ReadRecord of={{ path: PATH, names: { id } }} every={EVERY_MS} show={One} />;
}

function One({ of: alert }: { of: Alert }) {
  const { id, status, title, resolution, assignee_id } = alert;
  const { id: me } = useMe();
  const may = useMay()('guard:write');
  const record = { path: PATH, names: { id } } as const;
  const change = (body: Shown<'UpdateAlert'>, header: IfMatch) =>
    suite.patch(PATH, { params: { path: { id }, header }, body });
  const acknowledge = useAction(
    (header) => change({ status: 'acknowledged', assignee_id: assignee_id ?? me }, header),
    { of: record, done: t('It is acknowledged.') },
  );
  const reopen = useAction((header) => change({ status: 'open' }, header), {
    of: record,
    done: t('It is open again.'),
  });
  const [resolve, resolving] = useDialog((close) => (
    <Dialog onClose={close} title={t('Resolve the alert')}>
      <Form
        initial={{ resolution: 'true_positive' }}
        of={{ ...record, as: (it: Alert) => ({ resolution: it.resolution ?? 'true_positive' }) }}
        submit={(body, header) =>
          change({ status: 'resolved', resolution: body.resolution as Alert['resolution'] }, header)
        }
        after={close}
        done={t('It is resolved.')}
        button={t('Resolve')}
        cancel={close}
      >
        {(field) => (
          <>
            <NativeSelect
              label={t('What it was')}
              data={Object.entries(RESOLUTIONS).map(([value, label]) => ({ value, label }))}
              data-autofocus
              {...field('resolution')}
            />
            <p className="soft">{t('Further entries make another alert. It can be opened again.')}</p>
          </>
        )}
      </Form>
    </Dialog>
  ));
  const [assign, assigning] = useDialog((close) => (
    <Dialog onClose={close} title={t('Who sees to it?')}>
      <Form
        initial={{ assignee_id: assignee_id ?? me }}
        of={{ ...record, as: (it: Alert) => ({ assignee_id: it.assignee_id ?? me }) }}
        submit={(body, header) => change({ assignee_id: body.assignee_id || null }, header)}
        after={close}
        done={t('It is given to them.')}
        button={t('Give it to them')}
        cancel={close}
      >
        {(field) => <PickOne of="usr" label={t('User')} {...field('assignee_id')} placeholder={t('Nobody')} />}
      </Form>
    </Dialog>
  ));
  const problem = acknowledge.error ?? reopen.error;
  // `actor_id:key_…`, `ip_address:203.0.113.7`
  const common = alert.dedup_key.slice(alert.dedup_key.indexOf(':') + 1);
  return (
    <RecordPage
      of={record}
      title={title}
      within={{ title: t('Alerts'), to: '/alerts' }}
      beside={
        <>
          <Severity is={alert.severity} />
          <Status is={status} />
        </>
      }
      actions={
        <>
          {may && (
            <>
              <Button variant="default" leftSection={<Icon name="user" size={16} />} onClick={assign}>
                {t('Assign')}
              </Button>
              {status === 'open' && (
                <Button variant="default" loading={acknowledge.running} onClick={acknowledge.run}>
                  {t('Acknowledge')}
                </Button>
              )}
              {status === 'resolved' ? (
                <Button variant="default" loading={reopen.running} onClick={reopen.run}>
                  {t('Reopen')}
                </Button>
              ) : (
                <Button leftSection={<Icon name="check" size={16} />} onClick={resolve}>
                  {t('Resolve')}
                </Button>
              )}
            </>
          )}
        </>
      }
    >
      {problem && <Problem error={problem} />}
      <Section title={t('About')}>
        <Facts
          of={{
            [t('Rule')]: <Named of={alert.rule_id} />,
            [t('Seen to by')]: assignee_id ? <Named of={assignee_id} /> : null,
            [t('What it was')]: resolution && RESOLUTIONS[resolution],
            [t('Entries')]: alert.event_count.toLocaleString(),
            [t('First entry')]: <Exact at={alert.first_event_at} />,
            [t('Last entry')]: <Exact at={alert.last_event_at} />,
            [t('What they have in common')]: common ? prefixOf(common) ? <Named of={common} /> : common : null,
          }}
        />
      </Section>
      <WhatToDo rule={alert.rule_id} />
      <ItsEntries of={alert} />
      {resolving}
      {assigning}
    </RecordPage>
  );
}

/** The instructions of the rule, if the rule still exists and has any. */
function WhatToDo({ rule }: { rule: string }) {
  const { data } = useRead('/v1/guard/alert-rules/{id}', { path: { id: rule } });
  if (!data?.runbook) return null;
  return (
    <Section title={t('What to do about it')}>
      <p className="typed">
        <Long text={data.runbook} />
      </p>
    </Section>
  );
}

function ItsEntries({ of: { id, event_count, dedup_key, first_event_at, last_event_at } }: { of: Alert }) {
  const found = useRead('/v1/guard/alerts/{id}/entries', { path: { id }, every: EVERY_MS });
  const [, common, value] = /^(actor_id|ip_address|resource_id):(.+)$/.exec(dedup_key) ?? [];
  // Whole minutes, as people choose them there.
  const [from, to] = [localOf(first_event_at), localOf(Date.parse(last_event_at) + MINUTE_MS)];
  return (
    <Section
      title={event_count > 10 ? t('Some of its entries') : t('Its entries')}
      beside={
        <Go to="/audit-trail" search={{ from, to, ...(common && value && { [common]: value }) }}>
          {t('The trail of that time')}
        </Go>
      }
    >
      <Ready of={found}>
        {({ entries, records }) =>
          entries.length ? (
            <Entries of={entries} titles={titlesIn(records)} />
          ) : (
            <Calm icon="clock">{t('They are kept no longer')}</Calm>
          )
        }
      </Ready>
    </Section>
  );
}
