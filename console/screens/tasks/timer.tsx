import { ActionIcon, Button, Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useAction, useDialog } from '../../kit/action.js';
import { type Shown, suite, useMay, useMe, useRead } from '../../kit/api.js';
import { Dialog } from '../../kit/dialog.js';
import { Problem } from '../../kit/errors.js';
import { Form } from '../../kit/form.js';
import { Icon } from '../../kit/icons.js';
import { Named, useName } from '../../kit/named.js';
import { Go } from '../../kit/page.js';
import { t } from '../../kit/language.js';
import { TextArea } from '../../kit/text-area.js';

type Timer = Shown<'Timer'>;

/** The timer of whoever is signed in; null: none runs. */
export function useTimer(): Timer | null {
  const may = useMay()('project:read');
  const query = { user_id: useMe().id, limit: 1 };
  const { data } = useRead('/v1/project/time-entries/running', { query, when: may });
  return data?.data[0] ?? null;
}

/** Starts a timer for a task. One that runs already is stopped, and its time kept. */
export function StartTimer({ task, name, small }: { task: string; name: string; small?: boolean }) {
  const running = useTimer();
  const start = useAction(
    () => suite.post('/v1/project/time-entries/start', { body: { task_id: task, stop_running: true } }),
    { done: t('The timer runs.') },
  );
  if (running?.task_id === task) return small ? null : <StopTimer of={running} />;
  return (
    <>
      {small ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('Start a timer for {name}', { name })}
          title={t('Start a timer')}
          loading={start.running}
          onClick={start.run}
        >
          <Icon name="play" size={16} />
        </ActionIcon>
      ) : (
        <Button
          variant="default"
          leftSection={<Icon name="play" size={16} />}
          loading={start.running}
          onClick={start.run}
        >
          {t('Start timer')}
        </Button>
      )}
      {start.error && <Problem error={start.error} />}
    </>
  );
}

/** Stops a timer, with a note about the work. */
export function StopTimer({ of: timer, small }: { of: Timer; small?: boolean }) {
  const name = useName(timer.task_id);
  const [open, dialog] = useDialog((close) => (
    <Dialog onClose={close} title={t('Stop the timer')}>
      <Form
        initial={{ note: '' }}
        submit={({ note }) =>
          suite.post('/v1/project/time-entries/stop', { body: { timer_id: timer.timer_id, ...(note && { note }) } })
        }
        after={close}
        done={t('Time saved.')}
        button={t('Stop')}
        cancel={close}
      >
        {(field) => (
          <>
            <p>
              <Named of={timer.task_id} />: <Elapsed since={timer.started_at} />
            </p>
            <TextArea label={t('What you did')} data-autofocus {...field('note')} />
          </>
        )}
      </Form>
    </Dialog>
  ));
  return (
    <>
      {small ? (
        <ActionIcon
          variant="light"
          aria-label={t('Stop the timer for {name}', { name: name ?? t('the task') })}
          title={t('Stop')}
          onClick={open}
        >
          <Icon name="pause" size={16} />
        </ActionIcon>
      ) : (
        <Button variant="light" leftSection={<Icon name="pause" size={16} />} onClick={open}>
          {t('Stop timer')}
        </Button>
      )}
      {dialog}
    </>
  );
}

const TICK_MS = 1000;

/** The time since then, second by second. */
export function Elapsed({ since }: { since: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.floor((now - Date.parse(since)) / 1000));
  const two = (value: number) => String(value).padStart(2, '0');
  return (
    <time className="elapsed" dateTime={`PT${seconds}S`}>
      {`${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`}
    </time>
  );
}

/** The timer that runs, in the frame of every page. */
export default function RunningTimer() {
  const timer = useTimer();
  if (!timer) return null;
  return (
    <Group component="section" gap="xs" wrap="nowrap" className="running" aria-label={t('Running timer')}>
      <Elapsed since={timer.started_at} />
      <Go to={`/tasks/${timer.task_id}`} className="running-task">
        <Task id={timer.task_id} />
      </Go>
      <StopTimer of={timer} small />
    </Group>
  );
}

const Task = ({ id }: { id: string }) => <>{useName(id) ?? t('A task')}</>;
