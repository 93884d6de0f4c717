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
  Texts({
    maxItems: 20,
    maxLength: 200,
    example: [id],
    description: 'URNs of RFC 7643 and 7644 for the type of the resource.',
  });
const named = { max: 1000, empty: true, optional: true };

/** Operations in one request. */
export const MAX_OPERATIONS = 1000;

/** Members that one request names: as many as fit into it. */
export const MAX_MEMBERS = 20_000;

/** Which attributes an answer shows. */
export class ScimShown {
  @Text({ ...named, description: 'Return only these attributes, separated by commas, and `id` and `schemas`.' })
  attributes?: string;
  @Text({ ...named, description: 'Return all attributes except these, separated by commas.' })
  excludedAttributes?: string;
}

export class ScimQuery extends ScimShown {
  @Text({ ...named, example: 'userName eq "ada@example.com"', description: 'Comparisons with `eq`, joined by `and`.' })
  filter?: string;
  @Int({ max: Number.MAX_SAFE_INTEGER, optional: true, description: 'Index of the first resource, from 1.' })
  startIndex = 1;
  @Int({ optional: true, description: `Resources per response, at most ${MAX_RESULTS}. 0: only the total.` })
  count = MAX_RESULTS;
  @Text({ ...named, example: 'userName', description: 'Attribute to sort by.' }) sortBy?: string;
  @Choice(['ascending', 'descending'], { optional: true, description: 'Sort direction.' }) sortOrder = 'ascending';
}

/** Discovery endpoints refuse filters (RFC 7644, section 4). */
export class ScimDescriptionQuery {
  @Text({ ...named, description: 'Not supported: a request with it is refused.' }) filter?: string;
}

const Names = (description: string) => Texts({ maxItems: 50, maxLength: 100, optional: true, description });

/** The body of a search: the same question without a query. */
export class ScimSearch {
  @Schemas(SEARCH) schemas: string[];
  @Names('Return only these attributes, and `id` and `schemas`.') attributes?: string[];
  @Names('Return all attributes except these.') excludedAttributes?: string[];
  @Text({ ...named, example: 'userName eq "ada@example.com"', description: 'Comparisons with `eq`, joined by `and`.' })
  filter?: string;
  @Int({ max: Number.MAX_SAFE_INTEGER, optional: true, description: 'Index of the first resource, from 1.' })
  startIndex = 1;
  @Int({ optional: true, description: `Resources per response, at most ${MAX_RESULTS}. 0: only the total.` })
  count = MAX_RESULTS;
  @Text({ ...named, description: 'Attribute to sort by.' }) sortBy?: string;
  @Choice(['ascending', 'descending'], { optional: true, description: 'Sort direction.' }) sortOrder = 'ascending';
}

class ScimNameInput {
  @Text({ optional: true, description: 'Full name; it replaces a missing displayName.' }) formatted?: string;
  @Text({ optional: true, description: 'First name.' }) givenName?: string;
  @Text({ optional: true, description: 'Last name.' }) familyName?: string;
}

/** The attributes of a client's user that are stored. */
export class ScimUserInput {
  @Email({ description: 'E-mail address that the user signs in with.' }) userName: string;
  @Text({ optional: true, description: 'Display name.' }) displayName?: string;
  @Nested(() => ScimNameInput, { optional: true, description: 'Parts of the name.' }) name?: ScimNameInput;
  @Text({
    optional: true,
    example: 'de-CH, fr;q=0.8',
    description: 'Languages as in `Accept-Language`: the first of German and English is kept.',
  })
  preferredLanguage?: string;
  @Text({ optional: true, description: 'Id at the identity provider.' }) externalId?: string;
  @Flag({ optional: true, description: 'Default of a new user: true.' }) active?: boolean;
}

/** The attributes of a client's group that are stored, beside its members. */
export class ScimGroupInput {
  @Text({ description: 'Name of the group.' }) displayName: string;
  @Text({ optional: true, description: 'Id at the identity provider.' }) externalId?: string;
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
  @Choice(['add', 'remove', 'replace'], { description: 'The case is ignored.' }) op: string;
  @Text({
    optional: true,
    example: 'active',
    description: 'Path of the attribute. Default: the attributes in `value`.',
  })
  path?: string;
  @FreeObject({ optional: true, description: 'Value of a type that fits the path.' }) value?: unknown;
}

export class ScimPatchBody {
  @Schemas(PATCH) schemas: string[];
  @NestedList(() => ScimOperation, { maxItems: MAX_OPERATIONS, description: 'Operations, applied in order.' })
  Operations: ScimOperation[];
}

// A client may ask for some attributes only, of which an answer shows these, with `schemas` and `id`.
export class ScimMeta {
  @Choice(['User', 'Group'], { optional: true, description: 'Resource type.' }) resourceType: string;
  @Timestamp({ optional: true, description: 'Time of creation.' }) created: string;
  @Timestamp({ optional: true, description: 'Time of the last change.' }) lastModified: string;
  @Text({ optional: true, description: 'URL of the resource.' }) location: string;
  @Text({ optional: true, example: 'W/"3"', description: 'Its ETag.' }) version: string;
}

class ScimName {
  @Text({ optional: true, description: 'Full name.' }) formatted: string;
  @Text({ optional: true, description: 'First name.' }) givenName?: string;
  @Text({ optional: true, description: 'Last name.' }) familyName?: string;
}

class ScimEmail {
  @Email({ optional: true, description: 'E-mail address.' }) value: string;
  @Choice(['work'], { optional: true, description: 'Always `work`.' }) type: string;
  @Flag({ optional: true, description: 'Always true: a user has one address.' }) primary: boolean;
}

export class ScimGroupRef {
  @Id('grp', { optional: true, description: 'The id of the group.' }) value: string;
  /** Not declared: what reads OpenAPI takes it for a reference. */
  $ref: string;
  @Text({ optional: true, description: 'Name.' }) display: string;
  @Choice(['direct'], { optional: true, description: 'Always `direct`.' }) type: string;
}

export class ScimUserView {
  @Schemas(USER) schemas: string[];
  @Id('usr', { description: 'The id of the user.' }) id: string;
  @Text({ optional: true, description: 'Id at the identity provider.' }) externalId?: string;
  @Email({ optional: true, description: 'E-mail address that the user signs in with.' }) userName: string;
  @Nested(() => ScimName, { optional: true, description: 'Parts of the name.' }) name: ScimName;
  @Text({ optional: true, description: 'Display name.' }) displayName: string;
  @Text({ optional: true, example: 'de', description: '`en` or `de`; absent where neither is set.' })
  preferredLanguage?: string;
  @Flag({ optional: true, description: 'false for suspended users.' }) active: boolean;
  @NestedList(() => ScimEmail, { optional: true, description: 'E-mail addresses; one, the same as `userName`.' })
  emails: ScimEmail[];
  @NestedList(() => ScimGroupRef, { optional: true, description: 'Groups of the user.' }) groups: ScimGroupRef[];
  @Nested(() => ScimMeta, { optional: true, description: 'Metadata of the resource.' }) meta: ScimMeta;
}

class ScimMember {
  @Id('usr', { optional: true, description: 'The id of the user.' }) value: string;
  /** Not declared: what reads OpenAPI takes it for a reference. */
  $ref: string;
  @Text({ optional: true, description: 'The name of the user.' }) display: string;
  @Choice(['User'], { optional: true, description: 'Always `User`.' }) type: string;
}

export class ScimGroupView {
  @Schemas(GROUP) schemas: string[];
  @Id('grp', { description: 'The id of the group.' }) id: string;
  @Text({ optional: true, description: 'Id at the identity provider.' }) externalId?: string;
  @Text({ optional: true, description: 'Name of the group.' }) displayName: string;
  @NestedList(() => ScimMember, { optional: true, description: 'The users in the group.' }) members: ScimMember[];
  @Nested(() => ScimMeta, { optional: true, description: 'Metadata of the resource.' }) meta: ScimMeta;
}

class ScimList {
  @Schemas(LIST) schemas: string[];
  @Int({ min: 0, description: 'Total number of results.' }) totalResults: number;
  @Int({ min: 1, description: 'Index of the first resource of this page, from 1.' }) startIndex: number;
  @Int({ min: 0, description: 'Number of resources on this page.' }) itemsPerPage: number;
}

export class ScimUserList extends ScimList {
  @NestedList(() => ScimUserView, { description: 'The users.' }) Resources: ScimUserView[];
}

export class ScimGroupList extends ScimList {
  @NestedList(() => ScimGroupView, { description: 'The groups.' }) Resources: ScimGroupView[];
}

class ScimAuthentication {
  @Text({ example: 'oauthbearertoken', description: 'Kind of the authentication scheme.' }) type: string;
  @Text({ description: 'Name.' }) name: string;
  @Text({ description: 'Description of the scheme.' }) description: string;
  @Flag({ description: 'Whether this scheme is preferred.' }) primary: boolean;
}

/** The service provider configuration of RFC 7643. */
export class ScimConfig {
  @Schemas('urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig') schemas: string[];
  @Text({ description: 'URL of the documentation.' }) documentationUri: string;
  @FreeObject({ description: 'Support for PATCH.' }) patch: object;
  @FreeObject({ description: 'Support for bulk requests.' }) bulk: object;
  @FreeObject({ description: 'Support for filters, and the maximum number of results.' }) filter: object;
  @FreeObject({ description: 'Support for password changes.' }) changePassword: object;
  @FreeObject({ description: 'Support for sorting.' }) sort: object;
  @FreeObject({ description: 'Support for ETags.' }) etag: object;
  @NestedList(() => ScimAuthentication, { description: 'Authentication schemes.' })
  authenticationSchemes: ScimAuthentication[];
  @FreeObject({ description: 'Metadata of the resource.' }) meta: object;
}

export class ScimResourceType {
  @Schemas('urn:ietf:params:scim:schemas:core:2.0:ResourceType') schemas: string[];
  @Text({ example: 'User', description: 'Id of the resource type.' }) id: string;
  @Text({ example: 'User', description: 'Name.' }) name: string;
  @Text({ example: '/Users', description: 'Path of the resources, relative to the base URL.' }) endpoint: string;
  @Text({ description: 'Resource type.' }) description: string;
  @Text({ example: USER, description: 'URN of the schema of its resources.' }) schema: string;
  @FreeObject({ description: 'Metadata of the resource.' }) meta: object;
}

class ScimAttribute {
  @Text({ example: 'userName', description: 'Name.' }) name: string;
  @Text({ example: 'string', description: 'Data type of the attribute.' }) type: string;
}

export class ScimSchema {
  @Schemas('urn:ietf:params:scim:schemas:core:2.0:Schema') schemas: string[];
  @Text({ example: USER, description: 'Id of the schema.' }) id: string;
  @Text({ example: 'User', description: 'Name.' }) name: string;
  @Text({ description: 'Description.' }) description: string;
  @NestedList(() => ScimAttribute, { description: 'Attributes, with the characteristics of RFC 7643.' })
  attributes: ScimAttribute[];
  @FreeObject({ description: 'Metadata of the resource.' }) meta: object;
}

export class ScimResourceTypeList extends ScimList {
  @NestedList(() => ScimResourceType, { description: 'The types.' }) Resources: ScimResourceType[];
}

export class ScimSchemaList extends ScimList {
  @NestedList(() => ScimSchema, { description: 'The schemas.' }) Resources: ScimSchema[];
}

export class ScimErrorView {
  @Schemas(ERROR) schemas: string[];
  @Text({ example: '409', description: 'Status of the response.' }) status: string;
  @Text({ optional: true, example: 'uniqueness', description: 'Error type of RFC 7644.' })
  scimType?: string;
  @Text({ max: 4096, description: 'Human-readable message.' }) detail: string;
}
