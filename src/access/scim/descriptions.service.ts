import { Injectable } from '@nestjs/common';
import { notFound, type Reply, Settings } from '../../platform/index.js';
import { listText } from './listing.js';
import { answer } from './resource.js';
import { GROUP, MAX_RESULTS, type ScimDescriptionQuery, USER } from './scim.dto.js';
import { ScimError } from './scim.errors.js';
import { SCIM_PATH } from './scim.resource.js';

const CORE = 'urn:ietf:params:scim:schemas:core:2.0';

/** The server's description of itself (RFC 7644, 4). */
@Injectable()
export class ScimDescriptions {
  readonly #base: string;

  constructor(private readonly settings: Settings) {
    this.#base = settings.BASE_URL + SCIM_PATH;
  }

  config(query: ScimDescriptionQuery): Reply {
    refuseFilter(query);
    const bearer = 'An API key with the scope access:write, or an access token of OAuth 2.0, as Authorization: Bearer.';
    return one({
      schemas: [`${CORE}:ServiceProviderConfig`],
      documentationUri: `${this.settings.BASE_URL}/docs`,
      patch: { supported: true },
      bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
      filter: { supported: true, maxResults: MAX_RESULTS },
      changePassword: { supported: false },
      sort: { supported: true },
      etag: { supported: true },
      authenticationSchemes: [{ type: 'oauthbearertoken', name: 'Bearer token', description: bearer, primary: true }],
      meta: { resourceType: 'ServiceProviderConfig', location: `${this.#base}/ServiceProviderConfig` },
    });
  }

  resourceTypes(query: ScimDescriptionQuery): Reply {
    refuseFilter(query);
    return all(this.#types());
  }

  resourceType(id: string): Reply {
    return one(found(this.#types(), id));
  }

  async schemas(query: ScimDescriptionQuery): Promise<Reply> {
    refuseFilter(query);
    return all(await this.#schemas());
  }

  async schema(id: string): Promise<Reply> {
    return one(found(await this.#schemas(), id));
  }

  #types() {
    return [
      { name: 'User', schema: USER, description: 'A user of the workspace' },
      { name: 'Group', schema: GROUP, description: 'A group of users' },
    ].map(({ name, ...rest }) => ({
      schemas: [`${CORE}:ResourceType`],
      id: name,
      name,
      endpoint: `/${name}s`,
      ...rest,
      meta: { resourceType: 'ResourceType', location: `${this.#base}/ResourceTypes/${name}` },
    }));
  }

  async #schemas() {
    const { definitions } = await import('./protocol.js');
    return definitions.map((definition) => definition.describe(`${this.#base}/Schemas`) as { id: string });
  }
}

const one = (description: object) => answer(200, JSON.stringify(description));
const all = (descriptions: object[]) =>
  answer(
    200,
    listText(
      descriptions.map((description) => JSON.stringify(description)),
      descriptions.length,
      1,
    ),
  );

function found<T extends { id: string }>(descriptions: T[], id: string): T {
  const description = descriptions.find((candidate) => candidate.id.toLowerCase() === id.toLowerCase());
  if (!description) throw notFound('There is no such schema or resource type.');
  return description;
}

/** RFC 7644, 4: a filter on these is forbidden. */
function refuseFilter({ filter }: ScimDescriptionQuery): void {
  if (filter !== undefined) throw new ScimError(undefined, 'This list takes no filter.', 403);
}
