import { currentContext, type Detail, forbidden, invalid, isId, type UserDirectory } from '../../platform/index.js';
import { isPerson, type PersonName } from '../convert/names.js';
import type { Draft } from './drafts.js';
import type { ForeignPerson } from './import.entity.js';

/** People that an import shows. */
const MAX_SHOWN = 1_000;
/** People whose users are kept in memory. */
const MAX_KNOWN = 20_000;

/** The users who stand for the people that files name: as the request says, by address, or by name where only one has it. */
export class People {
  readonly #users = new Map<string, string | null>();
  readonly #shown: Map<string, ForeignPerson>;

  constructor(
    private readonly directory: UserDirectory,
    private readonly given: Readonly<Record<string, string>>,
    shown: readonly ForeignPerson[],
  ) {
    this.#shown = new Map(shown.map((person) => [person.name, { ...person }]));
  }

  get shown(): ForeignPerson[] {
    return [...this.#shown.values()];
  }

  /** The user who stands for a person, or null. `find` has looked for them. */
  get(person: string): string | null {
    return this.#users.get(person) ?? null;
  }

  /** Whether an invitation waits for the real import. */
  isInvited(person: string): boolean {
    return this.get(person) === null && this.#shown.get(person)?.found_by === 'invite';
  }

  /** Looks for all people that drafts name, and counts them. */
  async find(drafts: readonly Pick<Draft, 'values'>[], { counted = true } = {}): Promise<void> {
    const named = drafts.flatMap(({ values }) => Object.values(values).filter(isPerson));
    if (this.#users.size > MAX_KNOWN) this.#users.clear();
    const unknown = new Map(named.flatMap((name) => (this.#users.has(name.person) ? [] : [[name.person, name]])));
    if (unknown.size) await this.#lookUp([...unknown.values()]);
    if (!counted) return;
    for (const { person } of named) {
      const shown = this.#shown.get(person);
      if (shown) shown.count++;
    }
  }

  async #lookUp(names: readonly PersonName[]): Promise<void> {
    const lower = names.map(({ person }) => person.toLowerCase());
    const own = new Set<string>();
    for (const { person } of names)
      if (isId('usr', person) && (await this.directory.mayBeNamed(person))) own.add(person);
    const users = await this.directory.usersNamed(
      lower.filter((name) => name.includes('@')),
      lower.filter((name) => !name.includes('@')),
    );
    for (const { person } of names) {
      const name = person.toLowerCase();
      const given = this.given[person] ?? this.given[name];
      const byEmail = users.find(({ email }) => email.toLowerCase() === name);
      const byName = users.filter(({ display_name }) => display_name.toLowerCase() === name);
      const user =
        given === undefined || given === 'invite'
          ? (byEmail ?? (byName.length === 1 ? byName[0] : undefined))
          : undefined;
      const byId = given === undefined && own.has(person) ? person : null;
      const user_id = byId ?? user?.id ?? (given === undefined || given === 'invite' ? null : given);
      const found_by = byId
        ? 'id'
        : user
          ? byEmail
            ? 'email'
            : 'name'
          : given === 'invite'
            ? 'invite'
            : given
              ? 'people'
              : null;
      this.#users.set(person, user_id);
      const shown = this.#shown.get(person);
      if (shown) Object.assign(shown, { user_id, found_by });
      else if (this.#shown.size < MAX_SHOWN) this.#shown.set(person, { name: person, user_id, found_by, count: 0 });
    }
  }
}

/** The users of `people`. 400 where one does not exist. */
export async function givenPeople(
  given: Record<string, unknown>,
  directory: UserDirectory,
): Promise<Record<string, string>> {
  const problems: Detail[] = [];
  for (const [person, user] of Object.entries(given)) {
    const field = `people.${person}`;
    if (user === 'invite') {
      if (!person.includes('@'))
        problems.push({
          field,
          code: 'invalid_value',
          message: `${person} has no address to send an invitation to.`,
        });
    } else if (typeof user !== 'string' || !isId('usr', user))
      problems.push({ field, code: 'invalid_value', message: `${field} must be the id of a user, or invite.` });
    else if (!(await directory.mayBeNamed(user)))
      problems.push({ field, code: 'not_found', message: `The user ${user} does not exist or is suspended.` });
  }
  if (problems.length) throw invalid(problems);
  if (Object.values(given).includes('invite') && !currentContext().credential!.scopes.has('access:write'))
    throw forbidden('Inviting people needs the scope access:write.');
  return given as Record<string, string>;
}
