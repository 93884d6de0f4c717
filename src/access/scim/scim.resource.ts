import { defineResource, type Dialect } from '../../platform/index.js';
import { ScimErrorView } from './scim.dto.js';

/** Where provisioning clients find everything, below BASE_URL. */
export const SCIM_PATH = '/v1/access/scim/v2';

/** JSON as RFC 7644 has it. */
export const scim: Dialect = { mediaType: 'application/scim+json', error: ScimErrorView };

/** Descriptions of the server, which are the same for every workspace. */
export const schemas = defineResource('access.scim_schema', { idPrefix: 'scim' });
