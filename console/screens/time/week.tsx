import { ActionIcon, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import {
  CopyAs,
  explain,
  Go,
  Icon,
  NameOf,
  offerUndo,
  Page,
  PickOne,
  Problem,
  Ready,
  refresh,
  type Shown,
  suite,
  useFilters,
  useFirstWeekday,
  useMay,
  useMe,
  useName,
  useToday,
} from '../../kit/index.js';
import { durationInWords, secondsOf } from '../../kit/schema/fields.js';
import { later } from '../../kit/days.js';
import { inWords, weekFrom, weekStart } from './days.js';
import { TimePages } from './pages.js';
import styles from './time.module.css';
import { t } from '../../kit/language.js';

type Entry = Shown<'TimeEntry'>;

const ENTRIES = '/v1/project/time-entries';
const ENTRY = '/v1/project/time-entries/{id}';

/** The entries of a person between two days. */
const useEntries = (query: { user_id: string; date_from: string; date_to: string }) =>
  useQuery({
    queryKey: [ENTRIES, {}, query],
    queryFn: async () => Array.fromAsync(suite.each(ENTRIES, { params: { query } })),
  });

/** The week of whoever is signed in: tasks as rows, days as columns, hours to type into the cells. */
export default function Week() {
  const { id: user_id } = useMe();
  const today = useToday();
  const [{ week }, choose] = useFilters(['week']);
  const first = useFirstWeekday();
  const thisWeek = weekStart(today, first);
  const start = weekStart(/^\d{4}-\d\d-\d\d$/.test(week ?? '') ? week! : today, first);
  const go = (to: string) => choose({ week: to === thisWeek ? '' : to });
  const days = weekFrom(start);
  const query = { user_id, date_from: start, date_to: days[6]! };
  const entries = useEntries(query);
  const title = `${inWords(start, { day: 'numeric', month: 'short' })} – ${inWords(days[6]!, { day: 'numeric', month: 'short', year: 'numeric' })}`;
  return (
    <Page
      title={t('Time')}
      pages={<TimePages here={t('Week')} />}
      about={t('Your hours by task and day. Type 1:30, 1h 30m or 90m.')}
      actions={
        <>
          <CopyAs request={{ method: 'get', path: ENTRIES, query }} />
          <Group gap={4} role="group" aria-label={t('Week')}>
            <ActionIcon
              variant="default"
              size={36}
              aria-label={t('The week before')}
              title={t('The week before')}
              onClick={() => go(later(start, -7))}
            >
              <Icon name="chevronRight" className={styles.back} />
            </ActionIcon>
            <Button variant="default" disabled={start === thisWeek} onClick={() => go(thisWeek)}>
              {t('This week')}
            </Button>
            <ActionIcon
              variant="default"
              size={36}
              aria-label={t('The week after')}
              title={t('The week after')}
              onClick={() => go(later(start, 7))}
            >
              <Icon name="chevronRight" />
            </ActionIcon>
          </Group>
        </>
      }
    >
      <h2 className={styles.week}>{title}</h2>
      <Ready of={entries}>{(all) => <Sheet key={start} of={all} days={days} today={today} />}</Ready>
    </Page>
  );
}

const seconds = (entries: readonly Entry[]) => entries.reduce((sum, { duration_seconds }) => sum + duration_seconds, 0);
const shown = (sum: number) => (sum ? durationInWords(sum) : '');

function Sheet({ of: entries, days, today }: { of: Entry[]; days: string[]; today: string }) {
  const may = useMay()('project:write');
  const { id: user_id } = useMe();
  const [added, add] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<unknown>(null);
  const before = useEntries({ user_id, date_from: later(days[0]!, -7), date_to: later(days[0]!, -1) });
  // Rows stay where they are while hours are typed: by the first entry, then those that were added.
  const tasks = [...new Set([...entries.map(({ task_id }) => task_id).toSorted(), ...added])];
  const missing = [...new Set((before.data ?? []).map(({ task_id }) => task_id))].filter((id) => !tasks.includes(id));
  const at = (task: string, day: string) => entries.filter(({ task_id, date }) => task_id === task && date === day);
  return (
    <>
      {problem ? <Problem error={problem} /> : null}
      <div className={styles.scroll} role="region" aria-label={t('Hours of the week')} tabIndex={0}>
        <table className={styles.hours}>
          <thead>
            <tr>
              <th scope="col">{t('Task')}</th>
              {days.map((day) => (
                <th key={day} scope="col" data-today={day === today || undefined}>
                  {inWords(day, { weekday: 'short' })} <span className="soft">{inWords(day, { day: 'numeric' })}</span>
                </th>
              ))}
              <th scope="col">{t('Sum')}</th>
            </tr>
          </thead>
          <tbody>
            {tasks.map((task) => (
              <tr key={task}>
                <th scope="row">
                  <TaskName id={task} project={entries.find(({ task_id }) => task_id === task)?.project_id} />
                </th>
                {days.map((day) => (
                  <td key={day} data-today={day === today || undefined}>
                    <Hours of={at(task, day)} task={task} day={day} may={may} onProblem={setProblem} />
                  </td>
                ))}
                <td className={styles.sum}>{shown(seconds(entries.filter(({ task_id }) => task_id === task)))}</td>
              </tr>
            ))}
            {!tasks.length && (
              <tr>
                <td colSpan={9} className={styles.none}>
                  {t('No hours in this week yet.')}
                </td>
              </tr>
            )}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('Sum')}</th>
              {days.map((day) => (
                <td key={day} className={styles.sum} data-today={day === today || undefined}>
                  {shown(seconds(entries.filter(({ date }) => date === day)))}
                </td>
              ))}
              <td className={styles.sum}>{durationInWords(seconds(entries))}</td>
            </tr>
          </tfoot>
        </table>
      </div>
      {may && (
        <div className={styles.more}>
          <PickOne
            of="task"
            aria-label={t('Add a task')}
            placeholder={t('Add a task: type its title')}
            value=""
            onChange={(id) => id && add([...added, id])}
          />
          {missing.length > 0 && (
            <Button variant="default" onClick={() => add([...added, ...missing])}>
              {missing.length === 1
                ? t('Add the task of last week')
                : t('Add the {missing} tasks of last week', { missing: missing.length })}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

const TaskName = ({ id, project }: { id: string; project: string | undefined }) => (
  <>
    <Go to={`/tasks/${id}`} className="plain">
      <NameOf id={id} />
    </Go>
    {project && (
      <span className="soft">
        <NameOf id={project} />
      </span>
    )}
  </>
);

interface HoursProps {
  /** The entries of the task on this day. */
  of: Entry[];
  task: string;
  day: string;
  may: boolean;
  onProblem: (error: unknown) => void;
}

/** The hours of a task on a day, written as one sum. */
function Hours({ of: entries, task, day, may, onProblem }: HoursProps) {
  const sum = seconds(entries);
  const name = useName(task) ?? task;
  const [typed, type] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const label = `${name}, ${inWords(day, { weekday: 'long', day: 'numeric', month: 'long' })}`;

  const save = async () => {
    const text = typed?.trim();
    if (text === undefined || saving) return;
    const wanted = text === '' ? 0 : secondsOf(text);
    // Seconds of a timer are not shown, and nobody loses them by looking at a cell.
    if (text === shown(sum)) return type(null);
    setSaving(true);
    try {
      if (wanted === null) throw new Error(t('“{text}” is no duration. Type 1:30, 1h 30m or 90m.', { text }));
      await setHours({ entries, sum, wanted, task, day });
      await refresh();
      onProblem(null);
      type(null);
    } catch (error) {
      onProblem(
        error instanceof Error && error.constructor !== Error ? new Error(`${label}: ${explain(error).text}`) : error,
      );
    }
    setSaving(false);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') type(null);
    const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const cell = event.currentTarget.closest('td')!;
    const row = cell.parentElement as HTMLTableRowElement;
    const next = (step > 0 ? row.nextElementSibling : row.previousElementSibling) as HTMLTableRowElement | null;
    const input = next?.cells[cell.cellIndex]?.querySelector('input');
    if (input) input.focus();
    else void save();
  };

  return (
    <input
      aria-label={label}
      title={
        entries
          .map(({ note }) => note)
          .filter(Boolean)
          .join('\n') || undefined
      }
      inputMode="text"
      autoComplete="off"
      readOnly={!may || saving}
      value={typed ?? shown(sum)}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onBlur={() => void save()}
      onKeyDown={onKeyDown}
    />
  );
}

interface Wanted {
  entries: Entry[];
  sum: number;
  wanted: number;
  task: string;
  day: string;
}

const make = (body: { task_id: string; date: string; duration_seconds: number; note?: string; billable?: boolean }) =>
  suite.post(ENTRIES, { body });
const remove = (id: string) => suite.delete(ENTRY, { params: { path: { id } } });
const change = (id: string, duration_seconds: number) =>
  suite.patch(ENTRY, { params: { path: { id } }, body: { duration_seconds } });

/** Makes, changes or deletes the entry of a cell. More time than several entries have becomes one more of them. */
async function setHours({ entries, sum, wanted, task, day }: Wanted): Promise<void> {
  const [only, ...others] = entries;
  if (!only || (others.length && wanted > sum)) {
    if (wanted <= sum) return;
    const { id } = await make({ task_id: task, date: day, duration_seconds: wanted - sum });
    return offerUndo(t('Time saved.'), () => remove(id));
  }
  if (others.length)
    throw new Error(
      t('{entries} entries make up these hours. Shorten one of them under “Entries”.', { entries: entries.length }),
    );
  if (wanted === 0) {
    await remove(only.id);
    const { duration_seconds, note, billable } = only;
    return offerUndo(t('Time deleted.'), () => make({ task_id: task, date: day, duration_seconds, note, billable }));
  }
  await change(only.id, wanted);
  offerUndo(t('Time saved.'), () => change(only.id, sum));
}
