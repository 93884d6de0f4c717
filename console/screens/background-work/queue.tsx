import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import {
  Calm,
  Confirm,
  Failed,
  Icon,
  Id,
  Loading,
  Long,
  prefixOf,
  Problem,
  Ready,
  RecordPage,
  type Shown,
  shownTotal,
  suite,
  Tag,
  useAction,
  useDialog,
  useList,
  useRead,
  When,
} from '../../kit/index.js';
import { EVERY_MS, State, titleOf } from './queues.js';
import { plural, t } from '../../kit/language.js';
import { rich } from '../../kit/rich.js';

const route = getRouteApi('/work/queues/$name');

type Job = Shown<'FailedJob'>;

const PATH = '/v1/operations/queues/{name}/failed';
const retry = (name: string, ids?: string[]) =>
  suite.post('/v1/operations/queues/{name}/failed/retry', { params: { path: { name } }, body: ids ? { ids } : {} });

export default function OneQueue() {
  const { name } = route.useParams();
  const queues = useRead('/v1/operations/queues', { every: EVERY_MS });
  const jobs = useList(PATH, { path: { name }, every: EVERY_MS });
  const [all, retrying] = useDialog((close) => (
    <Confirm
      title={t('Retry all failed jobs?')}
      button={t('Retry all')}
      work={() => retry(name)}
      done={t('They wait again.')}
      close={close}
    >
      {t('All {total} wait again and are tried once more. What fails again comes back here.', {
        total: jobs.total && shownTotal(jobs.total),
      })}
    </Confirm>
  ));
  return (
    <Ready of={queues}>
      {({ data }) => {
        const queue = data.find((each) => each.name === name);
        return (
          <RecordPage
            of={jobs.request}
            title={titleOf(name)}
            within={{ title: t('Background work'), to: '/work' }}
            beside={queue && <State of={queue} />}
            about={
              queue &&
              t('{waiting} waiting, {active} running, {delayed} delayed', {
                waiting: queue.waiting.toLocaleString(),
                active: queue.active.toLocaleString(),
                delayed: queue.delayed.toLocaleString(),
              })
            }
            actions={
              <>
                {jobs.rows.length > 0 && (
                  <Button leftSection={<Icon name="refresh" size={16} />} onClick={all}>
                    {t('Retry all')}
                  </Button>
                )}
              </>
            }
          >
            <section className="card" aria-label={t('Failed jobs')}>
              <header>
                <h2>{t('Failed jobs')}</h2>
              </header>
              {jobs.error ? (
                <Failed error={jobs.error} again={jobs.again} />
              ) : jobs.loading ? (
                <Loading rows={3} />
              ) : jobs.rows.length ? (
                <ul className="attempts">
                  {jobs.rows.map((job) => (
                    <OneJob key={job.id} queue={name} of={job} />
                  ))}
                </ul>
              ) : (
                <Calm>{t('None. Those that are given up stay here for a week, a thousand at most.')}</Calm>
              )}
              {jobs.hasMore && (
                <Button variant="default" onClick={jobs.more}>
                  {t('Show more')}
                </Button>
              )}
            </section>
            {retrying}
          </RecordPage>
        );
      }}
    </Ready>
  );
}

function OneJob({ queue, of: { id, name, about, error, attempts, failed_at } }: { queue: string; of: Job }) {
  const again = useAction(() => retry(queue, [id]), { done: t('The job waits again.') });
  return (
    <li>
      <div className="attempt">
        <strong>{name}</strong>
        <Tag>{plural(attempts, '{count} attempt', '{count} attempts')}</Tag>
        <span className="soft">{rich('failed {failed}', { failed: <When at={failed_at} /> })}</span>
        <Button
          size="compact-sm"
          variant="default"
          loading={again.running}
          onClick={again.run}
          aria-label={t('Retry {name} {id}', { name, id })}
        >
          {t('Retry')}
        </Button>
      </div>
      <p className="json">
        <Long text={error} />
      </p>
      {Object.keys(about).length > 0 && (
        <p className="soft">
          {Object.entries(about).map(([what, value], index) => (
            <span key={what}>
              {index > 0 && ' · '}
              {what.replace(/_id$/, '').replaceAll('_', ' ')}{' '}
              {prefixOf(String(value)) ? <Id of={String(value)} /> : String(value)}
            </span>
          ))}
        </p>
      )}
      {again.error && <Problem error={again.error} />}
    </li>
  );
}
