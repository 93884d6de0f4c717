import { Icon } from '../../kit/icons.js';
import { dayInWords } from '../../kit/days.js';
import { useToday } from '../../kit/week.js';
import styles from './boards.module.css';
import { t } from '../../kit/language.js';

/** A day, which has no zone. It says so where it is over in the workspace. */
export function Day({ date, over }: { date: string | null; over: boolean }) {
  const today = useToday();
  if (!date) return null;
  const late = over && date < today;
  return (
    <time
      dateTime={date}
      title={late ? t('Overdue since {date}', { date: dayInWords(date) }) : undefined}
      className={late ? styles.late : 'soft'}
    >
      {late && (
        <>
          <Icon name="clock" size={13} />
          <span className="hidden">{t('overdue,')} </span>
        </>
      )}
      {dayInWords(date)}
    </time>
  );
}
