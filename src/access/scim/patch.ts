import SCIMMY from 'scimmy';
import type { MemberChanges } from '../groups/groups.service.js';
import { readFilter } from './filter.js';
import { memberIds } from './members.js';
import { MAX_OPERATIONS, PATCH } from './scim.dto.js';
import { ScimError } from './scim.errors.js';
import { booleanOf, checkGroup, checkUser, explained, GroupSchema, scimmy, UserSchema } from './schemas.js';

type Kind = 'User' | 'Group';
interface Operation {
  op: string;
  path: string;
  value?: unknown;
}

/** Characters of a path. */
const MAX_PATH = 300;

/** Patchable attributes, besides members. */
const PATCHABLE: Record<Kind, string[]> = {
  User: ['userName', 'displayName', 'preferredLanguage', 'externalId', 'active', 'name.givenName', 'name.familyName'],
  Group: ['displayName', 'externalId'],
};
const READ_ONLY: Record<Kind, string[]> = {
  User: ['id', 'meta', 'schemas', 'groups'],
  Group: ['id', 'meta', 'schemas'],
};

const { EnterpriseUser, Group, User } = SCIMMY.Schemas;
const standard = { User: User.definition, Group: Group.definition };
const OWN_SCHEMA = /^urn:ietf:params:scim:schemas:core:2\.0:(user|group)(:|$)/i;

/** The patched user. Unchanged fields are as in `before`. */
export async function patchUser(body: unknown, before: object) {
  const { operations } = readOperations(body, 'User');
  return checkUser(await apply(operations, new UserSchema(before)));
}

/** The patched group, and changes of its members, if any. */
export async function patchGroup(body: unknown, before: object) {
  const { operations, members } = readOperations(body, 'Group');
  const group = checkGroup(await apply(operations, new GroupSchema(before)));
  return { ...group, members: members.changes };
}

async function apply<T extends InstanceType<typeof SCIMMY.Types.Schema>>(operations: Operation[], source: T) {
  if (!operations.length) return source;
  try {
    const message = new SCIMMY.Messages.PatchOp({ schemas: [PATCH], Operations: operations as never });
    return (await message.apply(source as never)) ?? source;
  } catch (error) {
    throw explained(error, 'invalidValue');
  }
}

/**
 * Normalises a request into operations with one path and one plain value, and member changes. Accepts the dialects of identity
 * providers: `Add`, `"False"`, several attributes without a path, dotted names. Standard attributes that we do not store are
 * ignored; unknown ones are rejected.
 */
function readOperations(body: unknown, kind: Kind) {
  const sent = (body as { Operations?: unknown })?.Operations;
  if (Array.isArray(sent) && sent.length > MAX_OPERATIONS)
    throw new ScimError('invalidValue', `A request must have at most ${MAX_OPERATIONS} operations.`);
  const message = scimmy(() => new SCIMMY.Messages.PatchOp(body as never), 'invalidSyntax');
  const operations: Operation[] = [];
  const members = new MemberPlan();

  const add = (op: string, path: string, value: unknown, named: boolean): void => {
    const name = path.replace(OWN_SCHEMA, '');
    if (name.length > MAX_PATH) throw wrongPath(name.slice(0, MAX_PATH));
    if (value === undefined && op !== 'remove') throw new ScimError('invalidValue', `${op} needs a value.`);
    if (kind === 'Group' && /^members(\W|$)/i.test(name)) return members.take(op, name, value);
    if (kind === 'User' && name.toLowerCase() === 'name') return addName(op, value);
    const kept = PATCHABLE[kind].find((candidate) => candidate.toLowerCase() === name.toLowerCase());
    if (!kept) return passOver(kind, name, named);
    const plain = kept === 'active' ? booleanOf(single(value)) : single(value);
    if (op === 'remove' || plain === null || plain === '') operations.push({ op: 'remove', path: kept });
    else operations.push({ op: 'replace', path: kept, value: plain });
  };
  // Sub-attributes that an operation omits are kept (RFC 7644, 3.5.2.3); scimmy would drop them.
  const addName = (op: string, value: unknown): void => {
    if (op === 'remove' || value === null) value = { givenName: null, familyName: null };
    if (typeof value !== 'object' || Array.isArray(value))
      throw new ScimError('invalidValue', 'name must be an object.');
    for (const [part, text] of Object.entries(value!)) add('replace', `name.${part}`, text, true);
  };

  for (const { op, path, value } of message.Operations as { op: string; path?: string; value?: unknown }[]) {
    const verb = op.toLowerCase();
    if (path !== undefined) add(verb, path, value, true);
    else if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new ScimError('invalidValue', `${verb} without a path needs an object with the attributes to change.`);
    else for (const [name, part] of Object.entries(value)) add(verb, name, part, false);
  }
  return { operations, members };
}

/** Ignores standard attributes that we do not store. Read-only attributes may be present, but not be the target of a change. */
function passOver(kind: Kind, name: string, named: boolean): void {
  const plain = name.replace(/\[[^[\]]*\]/g, '');
  const [root] = plain.toLowerCase().split('.', 1);
  if (READ_ONLY[kind].includes(root!)) {
    if (named) throw new ScimError('mutability', `${root} cannot be changed.`);
    return;
  }
  const isKept = PATCHABLE[kind].some((kept) => kept.toLowerCase() === plain.toLowerCase());
  const definition = /^urn:/i.test(plain) && kind === 'User' ? EnterpriseUser.definition : standard[kind];
  try {
    if (!isKept && definition.attribute(plain)) return;
  } catch {
    // The standard has no such attribute.
  }
  throw wrongPath(name);
}

/** Older versions of Entra wrap a single value in an array. */
const single = (value: unknown): unknown =>
  Array.isArray(value) && value.length === 1 && typeof value[0] === 'object' && value[0] !== null && 'value' in value[0]
    ? value[0].value
    : value;

/** Applies operations to the members of a group without loading them. */
class MemberPlan {
  #replaced = false;
  readonly #last = new Map<string, 'add' | 'remove'>();

  take(op: string, path: string, value: unknown): void {
    const filter = /^members\[(.*)\]$/is.exec(path)?.[1];
    if (filter !== undefined && op === 'remove') return this.#each('remove', idsIn(filter));
    if (path.toLowerCase() !== 'members') throw wrongPath(path);
    if (op === 'replace' || (op === 'remove' && (value === undefined || value === null))) {
      this.#replaced = true;
      this.#last.clear();
      if (op === 'remove') return;
    }
    this.#each(op === 'remove' ? 'remove' : 'add', memberIds(value ?? []));
  }

  /** Null: nothing happens to them. */
  get changes(): MemberChanges | null {
    const which = (what: string) => [...this.#last].filter(([, last]) => last === what).map(([id]) => id);
    if (this.#replaced) return { add: which('add'), remove: 'others' };
    return this.#last.size ? { add: which('add'), remove: which('remove') } : null;
  }

  #each(what: 'add' | 'remove', ids: string[]): void {
    for (const id of ids) this.#last.set(id, what);
  }
}

/** User id in `value eq "usr_…"`. */
function idsIn(filter: string): string[] {
  const terms = readFilter(filter, ['value']);
  const [term] = terms;
  if (terms.length !== 1 || term!.attribute !== 'value' || typeof term!.value !== 'string')
    throw new ScimError('invalidFilter', 'Select members by members[value eq "…"].');
  return [term!.value];
}

const wrongPath = (path: string) => new ScimError('invalidPath', `No attribute exists at ${path}.`);
