import { Calm, Go, Ready, Section, Tag, useMe, useRead } from '../../kit/index.js';
import { State, titleOf } from '../background-work/queues.js';
import { isRunning, useExports, useImports, useReplays } from '../background-work/running.js';

/** Milliseconds after which it looks again. */
const EVERY_MS = 15_000;

/** Background work that waits, runs or has failed: of the deployment for operators, of the workspace for everybody. */
export function WorkWaiting() {
  const { operator } = useMe();
  return (
    <Section title="Work waiting" beside={<Go to="/work">All of it</Go>}>
      {operator && <Queues />}
      <OfWorkspace />
    </Section>
  );
}

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
                <span className="soft">{(queue.waiting + queue.delayed).toLocaleString()} waiting</span>
              </li>
            ))}
          </ul>
        ) : (
          <Calm>All queues are empty</Calm>
        );
      }}
    </Ready>
  );
}

function OfWorkspace() {
  const { data: exports } = useExports();
  const { data: imports } = useImports();
  const { data: replays } = useReplays();
  const running = [
    ['Exports of the audit log', exports?.data ?? []],
    ['Imports of contacts', imports?.data ?? []],
    ['Replays of webhooks', replays?.data ?? []],
  ] as const;
  const shown = running
    .map(([title, all]) => ({ title, count: (all as { status: string }[]).filter(isRunning).length }))
    .filter(({ count }) => count);
  if (!shown.length) return <Calm>No exports, imports or replays are running</Calm>;
  return (
    <ul className="rows">
      {shown.map(({ title, count }) => (
        <li key={title}>
          <Tag tone="info">Running</Tag>
          <Go to="/work">{title}</Go>
          <span className="soft">{count.toLocaleString()}</span>
        </li>
      ))}
    </ul>
  );
}
