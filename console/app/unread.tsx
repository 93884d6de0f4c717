import { useRead } from '../kit/api.js';
import styles from './shell.module.css';
import { plural } from '../kit/language.js';

/** More are not counted one by one. */
const MAX_SHOWN = 99;

/** How many items of the inbox are unread. */
export function Unread() {
  const unread = useRead('/v1/inbox/unread').data?.unread;
  if (!unread) return null;
  return (
    <span className={styles.unread}>
      <span aria-hidden>{unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}</span>
      <span className="hidden">{plural(unread, '{count} unread item', '{count} unread items')}</span>
    </span>
  );
}
