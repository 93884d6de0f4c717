import { Go } from '../../kit/index.js';
import styles from './time.module.css';
import { t } from '../../kit/language.js';

const PAGES = [
  { title: t('Week'), to: '/time' },
  { title: t('Entries'), to: '/time/entries' },
  { title: t('Report'), to: '/time/report' },
  { title: t('Calendars'), to: '/time/calendars' },
] as const;

/** Links between the pages about time. */
export const TimePages = ({ here }: { here: (typeof PAGES)[number]['title'] }) => (
  <nav className={styles.pages} aria-label={t('Time')}>
    {PAGES.map(({ title, to }) => (
      <span key={to} data-here={title === here || undefined}>
        <Go to={to} aria-current={title === here ? 'page' : undefined}>
          {title}
        </Go>
      </span>
    ))}
  </nav>
);
