/** Exports of `workspace-suite/testing`, for specs of packages. */
export { expectError } from '../expect-error.js';
export { eventually } from '../support/eventually.js';
export { blindTo, enforcePolicy } from '../support/policies.js';
export {
  type Access,
  type Body,
  bytes,
  formWithFile,
  type Given,
  type Made,
  type NamedSample,
  Raw,
  requests,
  type RouteRequest,
  type RouteSample,
  sample,
  type Sample,
  urlEncoded,
} from '../support/sample.js';
export { make, prepare } from '../support/sample-registry.js';
export {
  type Answer,
  Client,
  type RequestOptions,
  type SignedInClient,
  startTestApp,
  type TestApp,
  type TestAppOptions,
} from '../support/test-app.js';
