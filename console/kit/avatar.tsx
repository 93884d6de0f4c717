import { initialsOf } from './initials.js';

/** The initials of a person beside their name. Screen readers and copies have the name alone. */
export const Avatar = ({ name }: { name: string }) => (
  <span aria-hidden className="avatar" data-initials={initialsOf(name)} />
);
