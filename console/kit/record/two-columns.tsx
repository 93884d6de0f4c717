import type { ReactNode } from 'react';
import styles from './record.module.css';

interface TwoColumnsProps {
  /** Facts: first, wherever there is room. */
  about: ReactNode;
  /** The part that people come for. It has the wide column. */
  main: ReactNode;
  /** Below the facts, and last on a narrow page. */
  rest: ReactNode;
}

/** The page of a record below its head: facts in a narrow column beside what happens. */
export const TwoColumns = ({ about, main, rest }: TwoColumnsProps) => (
  <div className={styles.two}>
    <div className={styles.about}>{about}</div>
    <div className={styles.happens}>{main}</div>
    <div className={styles.rest}>{rest}</div>
  </div>
);
