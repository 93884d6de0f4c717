export type { components, operations, paths } from './schema.js';
export type { Planned } from './batch.js';
export type { EventsOptions } from './events.js';
export type { RetryOptions } from './retries.js';
export { type AuthorizationOptions, SignIn, type SignInOptions } from './sign-in.js';
export { type BatchBuilder, type DryRun, type FailedOperation, Suite, type SuiteOptions } from './suite.js';
export { type ErrorDetail, SuiteError } from './suite-error.js';
export { uploadFile, type UploadOptions } from './uploads.js';
export { verifyWebhook, type VerifyOptions, type WebhookEvent, WebhookVerificationError } from './webhooks.js';
