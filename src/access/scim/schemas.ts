import SCIMMY from 'scimmy';
import { read } from '../../platform/index.js';
import { GROUP, ScimGroupInput, ScimUserInput, USER } from './scim.dto.js';
import { ScimError, type ScimType } from './scim.errors.js';

// This module loads scimmy, so it is loaded with the first request that needs it (see protocol.ts).

const { Attribute, Schema, SchemaDefinition } = SCIMMY.Types;

type Config = ConstructorParameters<typeof Attribute>[2];
const text = (name: string, description: string, config: Config = {}) =>
  new Attribute('string', name, { description, ...config });
const shown: Config = { mutable: false };
const link = (name: string, types: string[], description: string) =>
  new Attribute('reference', name, { description, referenceTypes: types, ...shown });

const userDefinition = new SchemaDefinition('User', USER, 'A user of the workspace', [
  text('userName', 'E-mail address that the user signs in with.', { required: true, uniqueness: 'server' }),
  new Attribute('complex', 'name', { description: 'The name of the user.' }, [
    text('formatted', 'The full name. It replaces a missing displayName.'),
    text('givenName', 'The given name.'),
    text('familyName', 'The family name.'),
  ]),
  text('displayName', 'Display name of the user.'),
  text('preferredLanguage', 'Languages of the user, as in Accept-Language. German and English are kept.'),
  new Attribute('boolean', 'active', { description: 'Whether the user may sign in and use the workspace.' }),
  new Attribute('complex', 'emails', { description: 'The address of userName.', multiValued: true, ...shown }, [
    text('value', 'E-mail address.', shown),
    text('type', 'Always work.', shown),
    new Attribute('boolean', 'primary', { description: 'Always true.', ...shown }),
  ]),
  new Attribute('complex', 'groups', { description: 'Groups of the user.', multiValued: true, ...shown }, [
    text('value', 'The id of the group.', { ...shown, caseExact: true }),
    link('$ref', ['Group'], 'The address of the group.'),
    text('display', 'The name of the group.', shown),
    text('type', 'Always direct.', shown),
  ]),
]);

const groupDefinition = new SchemaDefinition('Group', GROUP, 'A group of users', [
  text('displayName', 'The name of the group.', { required: true, uniqueness: 'server' }),
  new Attribute('complex', 'members', { description: 'Users only; groups cannot be nested.', multiValued: true }, [
    text('value', 'The id of the user.', { mutable: 'immutable', caseExact: true }),
    link('$ref', ['User'], 'The address of the user.'),
    text('display', 'The name of the user.', shown),
    text('type', 'Always User.', shown),
  ]),
]);

/** The stored attributes of a user, as scimmy reads and patches them. */
export class UserSchema extends Schema {
  static override get definition() {
    return userDefinition;
  }

  constructor(resource: object) {
    super(resource, 'in');
    Object.assign(this, userDefinition.coerce(resource, 'in'));
  }
}

/** The same of a group; its members are read and patched apart, as there may be a great many. */
export class GroupSchema extends Schema {
  static override get definition() {
    return groupDefinition;
  }

  constructor(resource: object) {
    super(resource, 'in');
    Object.assign(this, groupDefinition.coerce(resource, 'in'));
  }
}

/** The definitions, for clients that ask. */
export const definitions = [userDefinition, groupDefinition];

/** Reads and checks the user in a body. */
export const readUser = (body: unknown): ScimUserInput =>
  checkUser(scimmy(() => new UserSchema(cleaned(body, ['emails', 'groups', 'id', 'meta']))));

/** Reads and checks the group in a body. Its members are returned as they were sent. */
export function readGroup(body: unknown): ScimGroupInput & { members?: unknown } {
  const resource = cleaned(body, ['id', 'meta']);
  const name = Object.keys(resource).find((key) => key.toLowerCase() === 'members');
  const members = name === undefined ? undefined : resource[name];
  if (name !== undefined) delete resource[name];
  return Object.assign(checkGroup(scimmy(() => new GroupSchema(resource))), { members });
}

export const checkUser = ({ userName, displayName, name, preferredLanguage, externalId, active }: any): ScimUserInput =>
  read(
    ScimUserInput,
    filled({ userName, displayName, name: filled(name ?? {}), preferredLanguage, externalId, active }),
  );

export const checkGroup = ({ displayName, externalId }: any): ScimGroupInput =>
  read(ScimGroupInput, filled({ displayName, externalId }));

/** Runs scimmy on client input; any error is the fault of the client. */
export function scimmy<T>(work: () => T, type: ScimType = 'invalidValue'): T {
  try {
    return work();
  } catch (error) {
    throw explained(error, type);
  }
}

export function explained(error: unknown, type: ScimType): ScimError {
  const { message, scimType } = error as { message: string; scimType?: ScimType };
  return new ScimError(
    scimType ?? type,
    message.replace(/ for '\w+' op of operation \d+ in PatchOp request body$/, ''),
  );
}

/** Some clients send booleans as texts. */
export const booleanOf = (value: unknown): unknown =>
  typeof value === 'string' && /^(true|false)$/i.test(value) ? value.toLowerCase() === 'true' : value;

/** A resource without attributes that clients cannot set. */
function cleaned(body: unknown, ignored: string[]): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new ScimError('invalidSyntax', 'The body must be a JSON object.');
  const entries = Object.entries(body).filter(([name]) => !ignored.includes(name.toLowerCase()));
  return Object.fromEntries(
    entries.map(([name, value]) => [name, name.toLowerCase() === 'active' ? booleanOf(value) : value]),
  );
}

/** Removes null and blank values, which mean "not set". */
const filled = (values: object) =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value != null && !(typeof value === 'string' && value.trim() === '')),
  );
