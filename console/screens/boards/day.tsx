import { dayInWords } from '../../kit/days.js';
import { useToday } from '../../kit/week.js';
import styles from './boards.module.css';

/** A day, which has no zone. It says so where it is over in the workspace. */
export function Day({ date, over }: { date: string | null; over: boolean }) {
  const today = useToday();
  if (!date) return null;
  const late = over && date < today;
  return (
    <time dateTime={date} title={date} className={late ? styles.late : 'soft'}>
      {late && 'overdue, '}
      {dayInWords(date)}
    </time>
  );
}
