import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import {
  Dialog,
  type Answer,
  Calm,
  CopyAs,
  Exact,
  Facts,
  Form,
  Go,
  Icon,
  Named,
  Page,
  Ready,
  Section,
  Status,
  suite,
  useDialog,
  useMay,
  useMe,
  useRead,
  When,
  shownTotal,
} from '../../kit/index.js';
import { here, sentNumber } from '../../kit/locale.js';
import { PURGED, Purges } from './purges.js';
import { plural, t } from '../../kit/language.js';
import { rich } from '../../kit/rich.js';

const PATH = '/v1/guard/settings';
type Settings = Answer<typeof PATH>;

const DAY_MS = 86_400_000;
/** Milliseconds without a key pressed after which it counts what a number of days would remove. */
const PAUSE_MS = 300;

export default function Retention() {
  const settings = useRead(PATH);
  const may = useMay()('guard:write');
  const { operator } = useMe();
  const [change, changing] = useDialog((close) => settings.data && <Change of={settings.data} close={close} />);
  return (
    <Page
      title={t('Retention')}
      about={t(
        'For how long the audit log, alerts and exports are kept. What has had its time goes, on a signed record.',
      )}
      actions={
        <>
          <CopyAs request={{ method: 'get', path: PATH }} />
          {may && (
            <Button leftSection={<Icon name="edit" size={16} />} onClick={change}>
              {t('Edit')}
            </Button>
          )}
        </>
      }
    >
      <Ready of={settings}>
        {(it) => (
          <>
            {it.audit_retention_effective_at && (
              <p className="banner">
                <Icon name="clock" />
                <span>
                  {rich(
                    'The audit log is kept for {days} from {audit_retention_effective} on. Until then nothing goes that was kept before, so that nobody can hide what they have done.',
                    {
                      days: plural(it.audit_retention_days, '{count} day', '{count} days'),
                      audit_retention_effective: <Exact at={it.audit_retention_effective_at} />,
                    },
                  )}
                </span>
              </p>
            )}
            <Section title={t('What is kept')}>
              <Facts
                of={{
                  [t('Audit log')]: plural(it.audit_retention_days, '{count} day', '{count} days'),
                  [t('Alerts, after their last change')]: plural(
                    it.alert_retention_days,
                    '{count} day',
                    '{count} days',
                  ),
                  [t('Files of exports')]: plural(it.export_retention_days, '{count} day', '{count} days'),
                  [t('Checkpoints go to')]: it.checkpoint_email,
                  [t('Changed')]: <When at={it.updated_at} />,
                  [t('Changed by')]: it.updated_by && <Named of={it.updated_by} />,
                }}
              />
            </Section>
            <Section title={t('What goes next')}>
              <Older days={it.audit_retention_days} from={it.audit_retention_effective_at} />
            </Section>
          </>
        )}
      </Ready>
      <div className="cards part">
        <Section
          title={t('What went')}
          beside={
            <Go to="/audit-trail" search={{ action: PURGED }}>
              {t('All')}
            </Go>
          }
        >
          <Purges />
        </Section>
        {operator && <Runs />}
      </div>
      {changing}
    </Page>
  );
}

/** How much of the audit log is older than so many days, and goes from a point in time on, or with the next run. */
function Older({ days, from }: { days: number; from?: string | null }) {
  // By whole minutes, so that it is one question for a while.
  const [now] = useState(() => Math.floor(Date.now() / 60_000) * 60_000);
  const to = new Date(now - days * DAY_MS).toISOString();
  const older = useRead('/v1/guard/audit-logs', { query: { to, limit: 1 } });
  const all = useRead('/v1/guard/audit-logs', { query: { limit: 1 } });
  return (
    <Ready of={older}>
      {({ meta }) =>
        meta.total ? (
          <p>
            {rich('{total} of {all} entries are older than {days} and go {what}, the oldest first.', {
              total: <strong>{shownTotal(meta)}</strong>,
              all: all.data ? shownTotal(all.data.meta) : '…',
              days: plural(days, '{count} day', '{count} days'),
              what: from ? rich('from {from} on', { from: <Exact at={from} /> }) : t('within an hour'),
            })}
          </p>
        ) : (
          <Calm>
            {t('Nothing: no entry of the audit log is older than {days}', {
              days: plural(days, '{count} day', '{count} days'),
            })}
          </Calm>
        )
      }
    </Ready>
  );
}

/** The task that removes what has had its time, for those who look after the deployment. */
function Runs() {
  const tasks = useRead('/v1/operations/tasks');
  return (
    <Section title={t('The task that does it')} beside={<Go to="/work/tasks">{t('All tasks')}</Go>}>
      <Ready of={tasks}>
        {({ data }) => {
          const task = data.find(({ name }) => name === 'guard.retention');
          return (
            task && (
              <Facts
                of={{
                  [t('Last run')]: <When at={task.last_run_at} />,
                  [t('Result')]: task.result && <Status is={task.result} />,
                  [t('Next run')]: <When at={task.next_run_at} />,
                }}
              />
            )
          );
        }}
      </Ready>
    </Section>
  );
}

function Change({ of: settings, close }: { of: Settings; close: () => void }) {
  return (
    <Dialog onClose={close} title={t('For how long things are kept')}>
      <Form
        initial={asTyped(settings)}
        of={{ path: PATH, as: asTyped }}
        submit={(typed, header) =>
          suite.patch(PATH, {
            params: { header },
            body: {
              audit_retention_days: number(typed.audit_retention_days),
              alert_retention_days: number(typed.alert_retention_days),
              checkpoint_email: typed.checkpoint_email || null,
            },
          })
        }
        after={close}
        done={t('Settings saved.')}
        button={t('Save')}
        cancel={close}
      >
        {(field) => (
          <>
            <TextInput
              label={t('Days for the audit log')}
              inputMode="numeric"
              data-autofocus
              {...field('audit_retention_days')}
            />
            <Preview of={settings} days={field.values.audit_retention_days} />
            <TextInput label={t('Days for alerts')} inputMode="numeric" {...field('alert_retention_days')} />
            <TextInput
              label={t('Mail signed checkpoints to')}
              description={t('An address outside, so that nobody here can rewrite what it got')}
              type="email"
              {...field('checkpoint_email')}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}

/** Settings as people type them. */
const asTyped = ({ audit_retention_days, alert_retention_days, checkpoint_email }: Settings) => ({
  audit_retention_days: String(audit_retention_days),
  alert_retention_days: String(alert_retention_days),
  checkpoint_email: checkpoint_email ?? '',
});

/** The entries that a lower number would remove. */
function Preview({ of: { audit_retention_days }, days: typed }: { of: Settings; days: string }) {
  const [days] = useDebouncedValue(here.readNumber(typed) ?? 0, PAUSE_MS);
  if (!Number.isInteger(days) || days < 1 || days >= audit_retention_days) return null;
  const inAWeek = new Date(Date.now() + 7 * DAY_MS).toISOString();
  return (
    <div className="verdict-calm" role="status">
      <Older days={days} from={inAWeek} />
      <p className="soft">{t('A lower number takes effect in seven days.')}</p>
    </div>
  );
}

/** Text that is no number is sent as it was typed, so that the server refuses it. */
const number = (typed: string) => sentNumber(typed) as number;
