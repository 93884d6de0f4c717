import { Injectable } from '@nestjs/common';
import {
  asSystemForCaller,
  DELETED_USER,
  InjectStore,
  type Page,
  type ResourceStore,
  ShortLists,
} from '../../platform/index.js';
import { User } from '../users/user.entity.js';
import { DELETED } from '../users/user.resource.js';
import { byIds, byName, idsIn, initialsOf, type PeopleQuery, PersonRow, type PersonView } from './person.dto.js';

/** Directory of user names, readable without scopes (D-ACC-12). */
@Injectable()
export class PeopleService {
  constructor(
    @InjectStore(User) private readonly users: ResourceStore<User>,
    private readonly shortLists: ShortLists,
  ) {}

  async list(query: PeopleQuery): Promise<Page<PersonView>> {
    const page = query.ids ? await this.#named(query, query.ids) : await this.#all(query);
    return { ...page, data: page.data.map(shown) };
  }

  /** Runs as the system, because callers without an access scope see no other users. */
  #all(query: PeopleQuery): Promise<Page<PersonRow>> {
    return asSystemForCaller(() => this.users.page(query, PersonRow));
  }

  /** By primary key: the ordered index would be scanned entirely for a few ids. */
  async #named(query: PeopleQuery, ids: string): Promise<Page<PersonRow>> {
    const { q } = query;
    const [named, ...namedValues] = byIds(ids);
    const [worded, ...wordedValues] = q ? byName(q) : ['true'];
    const people: PersonRow[] = await asSystemForCaller(() =>
      this.users.findAll([`${named} and ${worded}`, ...namedValues, ...wordedValues]),
    );
    if (idsIn(ids).includes(DELETED_USER) && !q) people.push(DELETED);
    const list = `people ${ids} ${q ?? ''}`;
    return this.shortLists.page(list, people.toSorted(byDisplayName), query);
  }
}

const byDisplayName = (a: PersonRow, b: PersonRow) =>
  a.display_name.localeCompare(b.display_name) || (a.id < b.id ? -1 : 1);

const shown = ({ id, display_name, status }: PersonRow): PersonView => ({
  id,
  display_name,
  avatar_initials: initialsOf(display_name),
  status: id === DELETED_USER ? 'deleted' : status,
});
