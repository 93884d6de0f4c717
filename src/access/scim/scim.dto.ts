import {
  Choice,
  Email,
  Flag,
  FreeObject,
  Id,
  Int,
  Nested,
  NestedList,
  Text,
  Texts,
  Timestamp,
} from '../../platform/index.js';

/** The ids of schemas and messages in RFC 7643 and 7644. */
export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
export const SEARCH = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest';
export const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
export const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** Resources in one answer. */
export const MAX_RESULTS = 100;

const Schemas = (id: string) =>
  Texts({ maxItems: 20, maxLength: 200, example: [id], description: 'What it is, as RFC 7643 and 7644 name it.' });
const named = { max: 1000, empty: true, optional: true };

/** Operations in one request. */
export const MAX_OPERATIONS = 1000;

/** Members that one request names: as many as fit into it. */
export const MAX_MEMBERS = 20_000;

/** Which attributes an answer shows. */
export class ScimShown {
  @Text({ ...named, description: 'Show only these attributes, separated by commas, beside `id` and `schemas`.' })
  attributes?: string;
  @Text({ ...named, description: 'Show all but these attributes, separated by commas.' })
  excludedAttributes?: string;
}

export class ScimQuery extends ScimShown {
  @Text({ ...named, example: 'userName eq "ada@example.com"', description: 'Comparisons with `eq`, joined by `and`.' })
  filter?: string;
  @Int({ max: Number.MAX_SAFE_INTEGER, optional: true, description: 'The place of the first resource, from 1.' })
  startIndex = 1;
  @Int({ optional: true, description: `Resources in the answer; at most ${MAX_RESULTS}. 0: only their number.` })
  count = MAX_RESULTS;
  @Text({ ...named, example: 'userName', description: 'An attribute.' }) sortBy?: string;
  @Choice(['ascending', 'descending'], { optional: true, description: 'Which end comes first.' }) sortOrder =
    'ascending';
}

/** What is asked of the server itself takes no filter, and says so. */
export class ScimDescriptionQuery {
  @Text({ ...named, description: 'Not taken here: a request with it is refused.' }) filter?: string;
}

const Names = (description: string) => Texts({ maxItems: 50, maxLength: 100, optional: true, description });

/** The body of a search: the same question without a query. */
export class ScimSearch {
  @Schemas(SEARCH) schemas: string[];
  @Names('Show only these attributes, beside `id` and `schemas`.') attributes?: string[];
  @Names('Show all but these attributes.') excludedAttributes?: string[];
  @Text({ ...named, example: 'userName eq "ada@example.com"', description: 'Comparisons with `eq`, joined by `and`.' })
  filter?: string;
  @Int({ max: Number.MAX_SAFE_INTEGER, optional: true, description: 'The place of the first resource, from 1.' })
  startIndex = 1;
  @Int({ optional: true, description: `Resources in the answer; at most ${MAX_RESULTS}. 0: only their number.` })
  count = MAX_RESULTS;
  @Text({ ...named, description: 'An attribute.' }) sortBy?: string;
  @Choice(['ascending', 'descending'], { optional: true, description: 'Which end comes first.' }) sortOrder =
    'ascending';
}

class ScimNameInput {
  @Text({ optional: true, description: 'Stands in for displayName where that is missing.' }) formatted?: string;
  @Text({ optional: true, description: 'The first name.' }) givenName?: string;
  @Text({ optional: true, description: 'The last name.' }) familyName?: string;
}

/** What is kept of a user that a client sends. */
export class ScimUserInput {
  @Email({ description: 'The e-mail address with which the user signs in.' }) userName: string;
  @Text({ optional: true, description: 'The name that is shown.' }) displayName?: string;
  @Nested(() => ScimNameInput, { optional: true, description: 'The name in parts.' }) name?: ScimNameInput;
  @Text({ optional: true, description: 'The id at the identity provider.' }) externalId?: string;
  @Flag({ optional: true, description: 'Default of a new user: true.' }) active?: boolean;
}

/** What is kept of a group that a client sends, beside its members. */
export class ScimGroupInput {
  @Text({ description: 'What the group is called.' }) displayName: string;
  @Text({ optional: true, description: 'The id at the identity provider.' }) externalId?: string;
}

class ScimMemberInput {
  @Id('usr', { description: 'The id of the user.' }) value: string;
}

export class ScimUserBody extends ScimUserInput {
  @Schemas(USER) schemas: string[];
}

export class ScimGroupBody extends ScimGroupInput {
  @Schemas(GROUP) schemas: string[];
  @NestedList(() => ScimMemberInput, { maxItems: MAX_MEMBERS, optional: true, description: 'All members.' })
  members?: ScimMemberInput[];
}

class ScimOperation {
  @Choice(['add', 'remove', 'replace'], { description: 'In any case.' }) op: string;
  @Text({ optional: true, example: 'active', description: 'The attribute. Default: those that `value` names.' })
  path?: string;
  @FreeObject({ optional: true, description: 'Of any type that suits the path.' }) value?: unknown;
}

export class ScimPatchBody {
  @Schemas(PATCH) schemas: string[];
  @NestedList(() => ScimOperation, { maxItems: MAX_OPERATIONS, description: 'What to change, in order.' })
  Operations: ScimOperation[];
}

export class ScimMeta {
  @Choice(['User', 'Group'], { description: 'What it is.' }) resourceType: string;
  @Timestamp({ description: 'When it was made.' }) created: string;
  @Timestamp({ description: 'When it was last changed.' }) lastModified: string;
  @Text({ description: 'Its address.' }) location: string;
  @Text({ example: 'W/"3"', description: 'Its ETag.' }) version: string;
}

class ScimName {
  @Text({ description: 'The whole name.' }) formatted: string;
  @Text({ optional: true, description: 'The first name.' }) givenName?: string;
  @Text({ optional: true, description: 'The last name.' }) familyName?: string;
}

class ScimEmail {
  @Email({ description: 'The address.' }) value: string;
  @Choice(['work'], { description: 'Always `work`.' }) type: string;
  @Flag({ description: 'Always true: there is one.' }) primary: boolean;
}

export class ScimGroupRef {
  @Id('grp', { description: 'The id of the group.' }) value: string;
  /** Not declared: what reads OpenAPI takes it for a reference. */
  $ref: string;
  @Text({ description: 'What it is called.' }) display: string;
  @Choice(['direct'], { description: 'Always `direct`.' }) type: string;
}

export class ScimUserView {
  @Schemas(USER) schemas: string[];
  @Id('usr', { description: 'The id of the user.' }) id: string;
  @Text({ optional: true, description: 'The id at the identity provider.' }) externalId?: string;
  @Email({ description: 'The e-mail address with which the user signs in.' }) userName: string;
  @Nested(() => ScimName, { description: 'The name in parts.' }) name: ScimName;
  @Text({ description: 'The name that is shown.' }) displayName: string;
  @Flag({ description: 'False for suspended users.' }) active: boolean;
  @NestedList(() => ScimEmail, { description: 'The e-mail address once more.' }) emails: ScimEmail[];
  @NestedList(() => ScimGroupRef, { description: 'The groups that the user is in.' }) groups: ScimGroupRef[];
  @Nested(() => ScimMeta, { description: 'Facts about the record.' }) meta: ScimMeta;
}

class ScimMember {
  @Id('usr', { description: 'The id of the user.' }) value: string;
  /** Not declared: what reads OpenAPI takes it for a reference. */
  $ref: string;
  @Text({ description: 'The name of the user.' }) display: string;
  @Choice(['User'], { description: 'Always `User`.' }) type: string;
}

export class ScimGroupView {
  @Schemas(GROUP) schemas: string[];
  @Id('grp', { description: 'The id of the group.' }) id: string;
  @Text({ optional: true, description: 'The id at the identity provider.' }) externalId?: string;
  @Text({ description: 'What the group is called.' }) displayName: string;
  @NestedList(() => ScimMember, { description: 'The users in the group.' }) members: ScimMember[];
  @Nested(() => ScimMeta, { description: 'Facts about the record.' }) meta: ScimMeta;
}

class ScimList {
  @Schemas(LIST) schemas: string[];
  @Int({ min: 0, description: 'How many there are in all.' }) totalResults: number;
  @Int({ min: 1, description: 'The place of the first one here, from 1.' }) startIndex: number;
  @Int({ min: 0, description: 'How many are here.' }) itemsPerPage: number;
}

export class ScimUserList extends ScimList {
  @NestedList(() => ScimUserView, { description: 'The users.' }) Resources: ScimUserView[];
}

export class ScimGroupList extends ScimList {
  @NestedList(() => ScimGroupView, { description: 'The groups.' }) Resources: ScimGroupView[];
}

class ScimAuthentication {
  @Text({ example: 'oauthbearertoken', description: 'The kind of credential.' }) type: string;
  @Text({ description: 'What it is called.' }) name: string;
  @Text({ description: 'How it is sent.' }) description: string;
  @Flag({ description: 'Whether it is the preferred one.' }) primary: boolean;
}

/** What the server says of itself; the parts are as RFC 7643 has them. */
export class ScimConfig {
  @Schemas('urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig') schemas: string[];
  @Text({ description: 'Where this is described.' }) documentationUri: string;
  @FreeObject({ description: 'Whether PATCH works.' }) patch: object;
  @FreeObject({ description: 'Whether bulk requests work.' }) bulk: object;
  @FreeObject({ description: 'Whether filters work, and for how many results.' }) filter: object;
  @FreeObject({ description: 'Whether passwords can be set.' }) changePassword: object;
  @FreeObject({ description: 'Whether lists can be sorted.' }) sort: object;
  @FreeObject({ description: 'Whether ETags work.' }) etag: object;
  @NestedList(() => ScimAuthentication, { description: 'How to authenticate.' })
  authenticationSchemes: ScimAuthentication[];
  @FreeObject({ description: 'Facts about the record.' }) meta: object;
}

export class ScimResourceType {
  @Schemas('urn:ietf:params:scim:schemas:core:2.0:ResourceType') schemas: string[];
  @Text({ example: 'User', description: 'The id of the type.' }) id: string;
  @Text({ example: 'User', description: 'What it is called.' }) name: string;
  @Text({ example: '/Users', description: 'Where its resources are, behind the base address.' }) endpoint: string;
  @Text({ description: 'What it is.' }) description: string;
  @Text({ example: USER, description: 'The schema of its resources.' }) schema: string;
  @FreeObject({ description: 'Facts about the record.' }) meta: object;
}

class ScimAttribute {
  @Text({ example: 'userName', description: 'What it is called.' }) name: string;
  @Text({ example: 'string', description: 'What its values are.' }) type: string;
}

export class ScimSchema {
  @Schemas('urn:ietf:params:scim:schemas:core:2.0:Schema') schemas: string[];
  @Text({ example: USER, description: 'The id of the schema.' }) id: string;
  @Text({ example: 'User', description: 'What it is called.' }) name: string;
  @Text({ description: 'What it is of.' }) description: string;
  @NestedList(() => ScimAttribute, { description: 'With what else RFC 7643 says of an attribute.' })
  attributes: ScimAttribute[];
  @FreeObject({ description: 'Facts about the record.' }) meta: object;
}

export class ScimResourceTypeList extends ScimList {
  @NestedList(() => ScimResourceType, { description: 'The types.' }) Resources: ScimResourceType[];
}

export class ScimSchemaList extends ScimList {
  @NestedList(() => ScimSchema, { description: 'The schemas.' }) Resources: ScimSchema[];
}

export class ScimErrorView {
  @Schemas(ERROR) schemas: string[];
  @Text({ example: '409', description: 'The status of the answer.' }) status: string;
  @Text({ optional: true, example: 'uniqueness', description: 'A word of RFC 7644 for what is wrong.' })
  scimType?: string;
  @Text({ max: 4096, description: 'What is wrong, for people.' }) detail: string;
}
