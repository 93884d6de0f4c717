import {
  Calm,
  Copyable,
  Go,
  isRunning,
  Long,
  Named,
  Ready,
  RowAction,
  Section,
  type Shown,
  suite,
  Tag,
  useMe,
  useRead,
  When,
  worded,
} from '../../kit/index.js';
import { State, titleOf } from '../background-work/queues.js';
import { FAILING } from './failures.js';
import { useExports, useImports, useReplays } from '../background-work/running.js';
import { inSentence, t } from '../../kit/language.js';
import { rich } from '../../kit/rich.js';

/** Milliseconds after which it looks again: queues have no events. */
const EVERY_MS = 15_000;

/** Background work that waits, runs or has failed: of the deployment for operators, of the workspace for everybody. */
export function WorkWaiting() {
  const { operator } = useMe();
  return (
    <Section title={t('Work waiting')} beside={<Go to="/work">{t('All of it')}</Go>}>
      {operator && <Failing />}
      {operator && <Queues />}
      {operator && <Backup />}
      <OfWorkspace />
    </Section>
  );
}

/** Mail, webhooks, imports and exports that fail, with the reason. */
function Failing() {
  return (
    <Ready of={useRead('/v1/operations/backlog', { query: FAILING, every: EVERY_MS })}>
      {({ data }) =>
        data.length > 0 && (
          <ul className="rows" aria-label={t('Failing')}>
            {data.map((item) => (
              <Item key={item.id} of={item} />
            ))}
          </ul>
        )
      }
    </Ready>
  );
}

const Item = ({ of: { id, kind, about, reason, workspace_id } }: { of: Shown<'BacklogItem'> }) => (
  <li>
    <Tag tone="bad">{t('Failing')}</Tag>
    <span>
      {nameOf(kind)} <Concerned id={kind === 'webhook' || kind === 'scan' ? id : about} workspace={workspace_id} />
      {reason && (
        <span className="soft">
          {' '}
          <Long short text={reason} />
        </span>
      )}
    </span>
    <RowAction
      title={t('Retry')}
      label={t('Retry {kind} {id}', { kind: inSentence(nameOf(kind)), id })}
      icon="refresh"
      work={() => suite.post('/v1/operations/backlog/{item_id}/retry', { params: { path: { item_id: id } } })}
      done={t('It is tried again.')}
    />
  </li>
);

/** The record that work is about, by its name. Nobody reads records of other workspaces here: those are copied by their ids. */
function Concerned({ id, workspace }: { id: string | null; workspace: string | null }) {
  const isOwn = useMe().workspace.id === workspace;
  return id && (isOwn ? <Named of={id} /> : <Copyable value={id} label={t('the id')} />);
}

/** `link_request`: Link request. */
const nameOf = (kind: string) => worded(kind);

function Queues() {
  return (
    <Ready of={useRead('/v1/operations/queues', { every: EVERY_MS })}>
      {({ data }) => {
        const busy = data.filter(
          ({ waiting, active, delayed, failed, paused }) => waiting + active + delayed + failed || paused,
        );
        return busy.length ? (
          <ul className="rows">
            {busy.map((queue) => (
              <li key={queue.name}>
                <State of={queue} />
                <Go to={`/work/queues/${queue.name}`}>{titleOf(queue.name)}</Go>
                <span className="soft">
                  {t('{waiting} waiting', { waiting: (queue.waiting + queue.delayed).toLocaleString() })}
                </span>
              </li>
            ))}
          </ul>
        ) : (
          <Calm>{t('All queues are empty')}</Calm>
        );
      }}
    </Ready>
  );
}

/** The last backup by schedule, where there is a schedule. */
function Backup() {
  return (
    <Ready of={useRead('/v1/operations/backups', { every: EVERY_MS })}>
      {({ schedule, last, error }) =>
        schedule.length > 0 && (
          <p>
            {error !== null && <Tag tone="bad">{t('Failing')}</Tag>}{' '}
            {rich('Last backup: {created}', { created: last ? <When at={last.created_at} /> : t('none yet') })}
            {error !== null && (
              <span className="soft">
                {' '}
                <Long short text={error} />
              </span>
            )}
          </p>
        )
      }
    </Ready>
  );
}

function OfWorkspace() {
  const { data: exports } = useExports();
  const { data: imports } = useImports();
  const { data: replays } = useReplays();
  const running = [
    [t('Exports of the audit log'), exports?.data ?? []],
    [t('Imports of contacts'), imports?.data ?? []],
    [t('Replays of webhooks'), replays?.data ?? []],
  ] as const;
  const shown = running
    .map(([title, all]) => ({ title, count: (all as { status: string }[]).filter(isRunning).length }))
    .filter(({ count }) => count);
  if (!shown.length) return <Calm>{t('No exports, imports or replays are running')}</Calm>;
  return (
    <ul className="rows">
      {shown.map(({ title, count }) => (
        <li key={title}>
          <Tag tone="info">{t('Running')}</Tag>
          <Go to="/work">{title}</Go>
          <span className="soft">{count.toLocaleString()}</span>
        </li>
      ))}
    </ul>
  );
}
