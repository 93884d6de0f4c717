import styles from './boards.module.css';

const short = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });

/** A date as a calendar has it, in no zone. It says so where it is over. */
export function Day({ date, over }: { date: string | null; over: boolean }) {
  if (!date) return null;
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  const at = new Date(year, month - 1, day);
  const late = over && at.getTime() < new Date().setHours(0, 0, 0, 0);
  return (
    <time dateTime={date} title={date} className={late ? styles.late : 'soft'}>
      {late && 'overdue, '}
      {short.format(at)}
    </time>
  );
}
