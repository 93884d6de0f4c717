import { Go } from '../../kit/index.js';
import styles from './time.module.css';

const PAGES = [
  { title: 'Week', to: '/time' },
  { title: 'Entries', to: '/time/entries' },
  { title: 'Report', to: '/time/report' },
  { title: 'Calendars', to: '/time/calendars' },
] as const;

/** Links between the pages about time. */
export const TimePages = ({ here }: { here: (typeof PAGES)[number]['title'] }) => (
  <nav className={styles.pages} aria-label="Time">
    {PAGES.map(({ title, to }) => (
      <span key={to} data-here={title === here || undefined}>
        <Go to={to} aria-current={title === here ? 'page' : undefined}>
          {title}
        </Go>
      </span>
    ))}
  </nav>
);
