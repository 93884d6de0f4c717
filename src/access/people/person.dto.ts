import {
  Choice,
  type Condition,
  Id,
  isId,
  ListOf,
  rule,
  Text,
  ViewType,
  Where,
  withWords,
} from '../../platform/index.js';
import { User } from '../users/user.entity.js';
import { USER_STATUSES } from '../users/user.resource.js';

const MAX_IDS = 100;
const ID_CHARACTERS = 40;

export const idsIn = (ids: string): string[] => [...new Set(ids.split(',').map((id) => id.trim()))];

export const byIds = (ids: string): Condition => ['id = any(?::text[])', idsIn(ids)];

/** Name only: searching addresses would allow guessing them. */
export const byName = (q: string): Condition => {
  const [sql, ...values] = withWords(q);
  return [`${sql} and search_vector(display_name) @@ (select search_query(?))`, ...values, q];
};

export class PeopleQuery extends ListOf(User, { sort: ['display_name'], defaultSort: 'display_name:asc' }) {
  declare q?: string;

  static {
    this.filters = { ...this.filters, q: byName };
  }

  @rule('too_many', (ids: string) => idsIn(ids).length <= MAX_IDS, `$property must have at most ${MAX_IDS} ids.`)
  @rule('invalid_value', (ids: string) => idsIn(ids).every((id) => isId('usr', id)), '$property must be ids of users.')
  @Text({
    max: MAX_IDS * ID_CHARACTERS,
    optional: true,
    example: 'usr_01jz8k3m5n7p9q1r3s5t7v9w1x,usr_deleted',
    description: `Only these users: up to ${MAX_IDS} ids, separated by commas. Ids of nobody are left out.`,
  })
  @Where(byIds)
  ids?: string;
}

/** The columns of a person. */
export class PersonRow extends ViewType(User, ['id', 'display_name', 'status']) {}

export class PersonView {
  @Id('usr', { description: 'The id of the user.' }) id: string;
  @Text({ example: 'Ada Lovelace', description: 'Display name.' }) display_name: string;
  @Text({
    max: 4,
    empty: true,
    example: 'AL',
    description: 'Initials for a picture; empty if the name has no letters.',
  })
  avatar_initials: string;
  @Choice([...USER_STATUSES, 'deleted'], {
    description: 'Status of the user; `deleted` for `usr_deleted`, which stands for every deleted user.',
  })
  status: string;
}

/** The first letters of the first and the last word. */
export function initialsOf(name: string): string {
  const letters = name
    .normalize('NFC')
    .split(/\s+/)
    .flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? []);
  return [letters[0], ...letters.slice(1).slice(-1)].join('').toUpperCase();
}
