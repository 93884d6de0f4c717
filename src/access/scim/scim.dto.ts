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

const Schemas = (id: string) => Texts({ maxItems: 20, maxLength: 200, example: [id] });
const named = { max: 1000, empty: true, optional: true };

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
  @Int({ optional: true, description: 'The place of the first resource, from 1.' }) startIndex = 1;
  @Int({ optional: true, description: `Resources in the answer; at most ${MAX_RESULTS}. 0: only their number.` })
  count = MAX_RESULTS;
  @Text({ ...named, example: 'userName' }) sortBy?: string;
  @Choice(['ascending', 'descending'], { optional: true }) sortOrder = 'ascending';
}

/** What is asked of the server itself takes no filter, and says so. */
export class ScimDescriptionQuery {
  @Text({ ...named }) filter?: string;
}

const Names = () => Texts({ maxItems: 50, maxLength: 100, optional: true });

/** The body of a search: the same question without a query. */
export class ScimSearch {
  @Schemas(SEARCH) schemas: string[];
  @Names() attributes?: string[];
  @Names() excludedAttributes?: string[];
  @Text({ ...named, example: 'userName eq "ada@example.com"' }) filter?: string;
  @Int({ optional: true }) startIndex = 1;
  @Int({ optional: true }) count = MAX_RESULTS;
  @Text(named) sortBy?: string;
  @Choice(['ascending', 'descending'], { optional: true }) sortOrder = 'ascending';
}

export class ScimNameInput {
  @Text({ optional: true, description: 'Stands in for displayName where that is missing.' }) formatted?: string;
  @Text({ optional: true }) givenName?: string;
  @Text({ optional: true }) familyName?: string;
}

/** What is kept of a user that a client sends. */
export class ScimUserInput {
  @Email({ description: 'The e-mail address with which the user signs in.' }) userName: string;
  @Text({ optional: true }) displayName?: string;
  @Nested(() => ScimNameInput, { optional: true }) name?: ScimNameInput;
  @Text({ optional: true }) externalId?: string;
  @Flag({ optional: true, description: 'Default of a new user: true.' }) active?: boolean;
}

/** What is kept of a group that a client sends, beside its members. */
export class ScimGroupInput {
  @Text() displayName: string;
  @Text({ optional: true }) externalId?: string;
}

export class ScimMemberInput {
  @Id('usr') value: string;
}

export class ScimUserBody extends ScimUserInput {
  @Schemas(USER) schemas: string[];
}

export class ScimGroupBody extends ScimGroupInput {
  @Schemas(GROUP) schemas: string[];
  @NestedList(() => ScimMemberInput, { optional: true }) members?: ScimMemberInput[];
}

export class ScimOperation {
  @Choice(['add', 'remove', 'replace'], { description: 'In any case.' }) op: string;
  @Text({ optional: true, example: 'active' }) path?: string;
  @FreeObject({ optional: true, description: 'Of any type that suits the path.' }) value?: unknown;
}

export class ScimPatchBody {
  @Schemas(PATCH) schemas: string[];
  @NestedList(() => ScimOperation) Operations: ScimOperation[];
}

export class ScimMeta {
  @Choice(['User', 'Group']) resourceType: string;
  @Timestamp() created: string;
  @Timestamp() lastModified: string;
  @Text() location: string;
  @Text({ example: 'W/"3"' }) version: string;
}

export class ScimName {
  @Text() formatted: string;
  @Text({ optional: true }) givenName?: string;
  @Text({ optional: true }) familyName?: string;
}

export class ScimEmail {
  @Email() value: string;
  @Choice(['work']) type: string;
  @Flag() primary: boolean;
}

export class ScimGroupRef {
  @Id('grp') value: string;
  /** Not declared: what reads OpenAPI takes it for a reference. */
  $ref: string;
  @Text() display: string;
  @Choice(['direct']) type: string;
}

export class ScimUserView {
  @Schemas(USER) schemas: string[];
  @Id('usr') id: string;
  @Text({ optional: true }) externalId?: string;
  @Email() userName: string;
  @Nested(() => ScimName) name: ScimName;
  @Text() displayName: string;
  @Flag() active: boolean;
  @NestedList(() => ScimEmail) emails: ScimEmail[];
  @NestedList(() => ScimGroupRef) groups: ScimGroupRef[];
  @Nested(() => ScimMeta) meta: ScimMeta;
}

export class ScimMember {
  @Id('usr') value: string;
  /** Not declared: what reads OpenAPI takes it for a reference. */
  $ref: string;
  @Text() display: string;
  @Choice(['User']) type: string;
}

export class ScimGroupView {
  @Schemas(GROUP) schemas: string[];
  @Id('grp') id: string;
  @Text({ optional: true }) externalId?: string;
  @Text() displayName: string;
  @NestedList(() => ScimMember) members: ScimMember[];
  @Nested(() => ScimMeta) meta: ScimMeta;
}

class ScimList {
  @Schemas(LIST) schemas: string[];
  @Int({ min: 0 }) totalResults: number;
  @Int({ min: 1 }) startIndex: number;
  @Int({ min: 0 }) itemsPerPage: number;
}

export class ScimUserList extends ScimList {
  @NestedList(() => ScimUserView) Resources: ScimUserView[];
}

export class ScimGroupList extends ScimList {
  @NestedList(() => ScimGroupView) Resources: ScimGroupView[];
}

export class ScimAuthentication {
  @Text({ example: 'oauthbearertoken' }) type: string;
  @Text() name: string;
  @Text() description: string;
  @Flag() primary: boolean;
}

/** What the server says of itself; the parts are as RFC 7643 has them. */
export class ScimConfig {
  @Schemas('urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig') schemas: string[];
  @Text() documentationUri: string;
  @FreeObject() patch: object;
  @FreeObject() bulk: object;
  @FreeObject() filter: object;
  @FreeObject() changePassword: object;
  @FreeObject() sort: object;
  @FreeObject() etag: object;
  @NestedList(() => ScimAuthentication) authenticationSchemes: ScimAuthentication[];
  @FreeObject() meta: object;
}

export class ScimResourceType {
  @Schemas('urn:ietf:params:scim:schemas:core:2.0:ResourceType') schemas: string[];
  @Text({ example: 'User' }) id: string;
  @Text({ example: 'User' }) name: string;
  @Text({ example: '/Users' }) endpoint: string;
  @Text() description: string;
  @Text({ example: USER }) schema: string;
  @FreeObject() meta: object;
}

export class ScimAttribute {
  @Text({ example: 'userName' }) name: string;
  @Text({ example: 'string' }) type: string;
}

export class ScimSchema {
  @Schemas('urn:ietf:params:scim:schemas:core:2.0:Schema') schemas: string[];
  @Text({ example: USER }) id: string;
  @Text({ example: 'User' }) name: string;
  @Text() description: string;
  @NestedList(() => ScimAttribute, { description: 'With what else RFC 7643 says of an attribute.' })
  attributes: ScimAttribute[];
  @FreeObject() meta: object;
}

export class ScimResourceTypeList extends ScimList {
  @NestedList(() => ScimResourceType) Resources: ScimResourceType[];
}

export class ScimSchemaList extends ScimList {
  @NestedList(() => ScimSchema) Resources: ScimSchema[];
}

export class ScimErrorView {
  @Schemas(ERROR) schemas: string[];
  @Text({ example: '409' }) status: string;
  @Text({ optional: true, example: 'uniqueness' }) scimType?: string;
  @Text() detail: string;
}
