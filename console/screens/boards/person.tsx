import { initialsOf } from '../../kit/initials.js';
import styles from './boards.module.css';

/** A person on a card: initials, so that there is room for the date beside them. */
export const Person = ({ name }: { name: string }) => (
  <span title={name}>
    <span aria-hidden className={styles.initials}>
      {initialsOf(name)}
    </span>
    <span className="hidden">{name}</span>
  </span>
);
