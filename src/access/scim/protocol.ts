/** Everything that needs scimmy, in one place so that it can be loaded late. */
export { readFilter, type Term } from './filter.js';
export { patchGroup, patchUser } from './patch.js';
export { definitions, readGroup, readUser } from './schemas.js';
