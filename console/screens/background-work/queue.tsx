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
      title="Retry all failed jobs?"
      button="Retry all"
      work={() => retry(name)}
      done="They wait again."
      close={close}
    >
      All {jobs.total && shownTotal(jobs.total)} wait again and are tried once more. What fails again comes back here.
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
            within={{ title: 'Background work', to: '/work' }}
            beside={queue && <State of={queue} />}
            about={
              queue &&
              `${queue.waiting.toLocaleString()} waiting, ${queue.active.toLocaleString()} running, ${queue.delayed.toLocaleString()} delayed`
            }
            actions={
              <>
                {jobs.rows.length > 0 && (
                  <Button leftSection={<Icon name="refresh" size={16} />} onClick={all}>
                    Retry all
                  </Button>
                )}
              </>
            }
          >
            <section className="card" aria-label="Failed jobs">
              <header>
                <h2>Failed jobs</h2>
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
                <Calm>None. Those that are given up stay here for a week, a thousand at most.</Calm>
              )}
              {jobs.hasMore && (
                <Button variant="default" onClick={jobs.more}>
                  Show more
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
  const again = useAction(() => retry(queue, [id]), { done: 'The job waits again.' });
  return (
    <li>
      <div className="attempt">
        <strong>{name}</strong>
        <Tag>{attempts === 1 ? '1 attempt' : `${attempts.toLocaleString()} attempts`}</Tag>
        <span className="soft">
          failed <When at={failed_at} />
        </span>
        <Button
          size="compact-sm"
          variant="default"
          loading={again.running}
          onClick={again.run}
          aria-label={`Retry ${name} ${id}`}
        >
          Retry
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
