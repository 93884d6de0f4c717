import { Avatar } from '../../kit/avatar.js';

/** A person on a card: initials, so that there is room for the date beside them. */
export const Person = ({ name }: { name: string }) => (
  <span title={name}>
    <Avatar name={name} />
    <span className="hidden">{name}</span>
  </span>
);
