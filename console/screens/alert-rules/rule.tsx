import { Button, NativeSelect } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  Calm,
  Confirm,
  Copyable,
  Entries,
  Exact,
  Facts,
  Failed,
  Go,
  Icon,
  type IfMatch,
  Loading,
  Long,
  Problem,
  ReadRecord,
  Ready,
  RecordPage,
  Section,
  Severity,
  Status,
  suite,
  Tag,
  Tags,
  useAction,
  useAsk,
  useDialog,
  useMay,
  useRead,
  When,
  titlesIn,
} from '../../kit/index.js';
import { InWords, minutes, type Rule } from './words.js';
import { t } from '../../kit/language.js';

const route = getRouteApi('/alert-rules/$id');

const PATH = '/v1/guard/alert-rules/{id}';

/** Of its alerts; the rest is behind a link. */
const MAX_ALERTS = 5;

export default function OneRule() {
  const { id } = route.useParams();
  return <ReadRecord of={{ path: PATH, names: { id } }} show={One} />;
}

function One({ of: rule }: { of: Rule }) {
  const { id, name, status } = rule;
  const params = { path: { id } };
  const record = { path: PATH, names: { id } } as const;
  const may = useMay()('guard:write');
  const navigate = useNavigate();
  const become = (status: Rule['status']) => (header: IfMatch) =>
    suite.patch(PATH, { params: { ...params, header }, body: { status } });
  const enable = useAction(become('active'), {
    of: record,
    done: t('The rule is enabled. It counts what happens from now on.'),
  });
  const [disable, disabling] = useDialog((close) => (
    <Confirm
      title={t('Disable “{name}”?', { name })}
      button={t('Disable')}
      of={record}
      work={become('inactive')}
      done={t('The rule is disabled.')}
      close={close}
    >
      {t('It makes no alerts any more, and forgets what it has counted. Its alerts stay.')}
    </Confirm>
  ));
  const [remove, removing] = useDialog((close) => (
    <Confirm
      title={t('Delete “{name}”?', { name })}
      button={t('Delete')}
      of={record}
      work={(header) => suite.delete(PATH, { params: { ...params, header } })}
      done={t('Rule deleted.')}
      after={() => navigate({ to: '/alert-rules' })}
      close={close}
    >
      {t('It makes no alerts any more. Its alerts stay. This cannot be undone.')}
    </Confirm>
  ));
  return (
    <RecordPage
      of={record}
      title={name}
      within={{ title: t('Alert rules'), to: '/alert-rules' }}
      beside={
        <>
          <Severity is={rule.severity} />
          <Status is={status} />
          {rule.built_in && <Tag>{t('Built in')}</Tag>}
        </>
      }
      actions={
        may && (
          <>
            <Button
              variant="default"
              leftSection={<Icon name="edit" size={16} />}
              onClick={() => void navigate({ to: '/alert-rules/$id/edit', params: { id } })}
            >
              {t('Edit')}
            </Button>
            {!rule.built_in && (
              <Button color="red" variant="light" onClick={remove}>
                {t('Delete')}
              </Button>
            )}
            {status === 'active' ? (
              <Button variant="default" leftSection={<Icon name="pause" size={16} />} onClick={disable}>
                {t('Disable')}
              </Button>
            ) : (
              <Button leftSection={<Icon name="play" size={16} />} loading={enable.running} onClick={enable.run}>
                {t('Enable')}
              </Button>
            )}
          </>
        )
      }
    >
      {enable.error && <Problem error={enable.error} />}
      <Section title={t('What makes an alert')}>
        <p className="sentence">
          <InWords of={rule} />
        </p>
        {rule.description && (
          <p className="soft">
            <Long text={rule.description} />
          </p>
        )}
      </Section>
      <div className="cards part">
        {may && <DryRun id={id} />}
        <ItsAlerts id={id} />
      </div>
      <Section title={t('About')}>
        <Facts
          of={{
            [t('Id')]: <Copyable value={id} label={t('the id')} />,
            [t('Adds to an alert for')]: minutes(rule.dedup_minutes),
            [t('Mail to admins')]: rule.mail_admins ? t('Yes') : t('No'),
            [t('Last alert')]: <When at={rule.last_triggered_at} />,
            [t('Changed')]: <Exact at={rule.updated_at} />,
            [t('Tags')]: rule.tags.length ? <Tags of={rule.tags} /> : null,
            [t('What to do about it')]: rule.runbook ? (
              <span className="typed">
                <Long text={rule.runbook} />
              </span>
            ) : null,
          }}
        />
      </Section>
      {disabling}
      {removing}
    </RecordPage>
  );
}

function ItsAlerts({ id }: { id: string }) {
  const alerts = useRead('/v1/guard/alerts', { query: { rule_id: id, limit: MAX_ALERTS } });
  return (
    <Section
      title={t('Its alerts')}
      beside={
        <Go to="/alerts" search={{ rule_id: id }}>
          {t('All')}
        </Go>
      }
    >
      <Ready of={alerts}>
        {({ data }) =>
          data.length ? (
            <ul className="rows">
              {data.map(({ id: alert, title, status, last_event_at }) => (
                <li key={alert}>
                  <Status is={status} />
                  <Go to={`/alerts/${alert}`}>{title}</Go>
                  <When at={last_event_at} />
                </li>
              ))}
            </ul>
          ) : (
            <Calm>{t('It has made none')}</Calm>
          )
        }
      </Ready>
    </Section>
  );
}

const DAY_MS = 86_400_000;

const DAYS = [
  { value: '1', label: t('last day') },
  { value: '7', label: t('last 7 days') },
  { value: '30', label: t('last 30 days') },
];

/** Tries the rule on entries that are there. */
function DryRun({ id }: { id: string }) {
  const [days, setDays] = useState('7');
  const [from, setFrom] = useState<string | null>(null);
  return (
    <Section title={t('Dry run')}>
      <div className="stack">
        <div className="in-line">
          <NativeSelect
            aria-label={t('How far back')}
            data={DAYS}
            value={days}
            onChange={({ currentTarget }) => setDays(currentTarget.value)}
          />
          <Button variant="default" onClick={() => setFrom(new Date(Date.now() - Number(days) * DAY_MS).toISOString())}>
            {t('Try it')}
          </Button>
        </div>
        {from ? (
          <Outcome id={id} from={from} />
        ) : (
          <p className="soft">{t('Tries it on the audit log. No alert is made.')}</p>
        )}
      </div>
    </Section>
  );
}

function Outcome({ id, from }: { id: string; from: string }) {
  const { data, error } = useAsk('/v1/guard/alert-rules/{id}/test', { from }, { path: { id } });
  if (error) return <Failed error={error} />;
  if (!data) return <Loading rows={2} />;
  const { match_count, would_trigger, samples, records, complete } = data;
  return (
    <div className="stack" role="status">
      <p className={`verdict ${would_trigger ? 'verdict-bad' : ''}`}>
        {would_trigger ? t('It would have made an alert.') : t('It would have made no alert.')}{' '}
        {match_count === 1
          ? t('1 entry counts.')
          : t('{match_count} entries count.', { match_count: match_count.toLocaleString() })}
      </p>
      {!complete && <p className="hint">{t('There are too many entries; only the newest were looked at.')}</p>}
      {samples.length > 0 && <Entries of={samples} titles={titlesIn(records)} />}
    </div>
  );
}
