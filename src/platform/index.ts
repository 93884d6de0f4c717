/**
 * Public interface of the platform; apps import nothing else from it (enforced by `test/boundaries.spec.ts`). Ordered as a
 * resource needs it; `docs/extending.md` covers the first half.
 */

// A resource: what it is, its fields, its columns, its classes of requests and answers.
export {
  allResources,
  conflictError,
  defineResource,
  editorsOr,
  event,
  failure,
  hasReadScope,
  type RowRule,
  type Resource,
} from './resource/define.js';
export { eachItem, rule } from './fields/field-rules.js';
export { declareField, defaultsOf, type FieldOptions, fieldNames, fieldsOf, hasSecret } from './fields/field-spec.js';
export {
  Choice,
  DateOnly,
  Decimal,
  Email,
  Flag,
  FreeObject,
  Id,
  Int,
  ListOfLists,
  LongText,
  Money,
  Nested,
  NestedList,
  Tags,
  Text,
  Texts,
  Timestamp,
} from './fields/fields.js';
export { Currency } from './fields/currency.js';
export { Mentions } from './fields/mentions.js';
export { IntersectionType, OmitType, PartialType, PickType, shownAs, ViewType } from './fields/pick.js';
export { read } from './fields/reader.js';
export { DELETED_USER, isId, newId, prefixOf } from './fields/ids.js';
export { RecordEntity, TrashableEntity } from './resource/record.entity.js';
export { ResourceEntity } from './resource/resource-entity.js';
export { type Condition, ListOf, Where } from './resource/list-of.js';
export {
  byTag,
  Cursors,
  type EachOf,
  flawOfSort,
  MAX_WHERE,
  type Page,
  PageQuery,
  sortKeys,
  totalOf,
} from './resource/page.js';
export { Search, withWords } from './resource/search.js';
export { type FoundRecord, RecordSearch } from './search/record-search.js';
export { ShortLists } from './resource/short-lists.js';
export { Seeds } from './resource/seeds.js';
export { type ShownEntry, StageHistory, StageHistoryEntry } from './resource/stage-history.js';
export { inOrder, placed, rearranged, rearrangedInPart } from './resource/sequence.js';

// Its routes, its rules, its records.
export { type Dialect, Endpoint, Loaded, Public, type PublicOptions } from './request/endpoint.js';
export { ResourceController } from './request/resource-controller.js';
export { type FindFacts, hiddenFrom, hiddenSql } from './resource/hidden.js';
export { Tally } from './resource/tally.js';
export { type IsReadable, type NamedRecord, RecordAccess } from './resource/record-access.js';
export { auditedFieldsOf, inCommon } from './resource/audited-fields.js';
export { RecordTitle, RecordTitles } from './resource/record-titles.js';
export { RecordPolicies } from './resource/record-policies.js';
export { ResourceService } from './resource/resource-service.js';
export { InjectStore, StoreRegistry, StoresModule } from './resource/stores.module.js';
export type { Input } from './resource/record-maker.js';
export { type FindOptions, ResourceStore } from './resource/store.js';
export {
  asSystem,
  asSystemForCaller,
  contextIfAny,
  currentContext,
  readAsSystem,
  RequestContext,
  runInContext,
} from './context/request-context.js';
export {
  ApiError,
  apiErrorOf,
  conflict,
  type Detail,
  type DetailCode,
  type ErrorStatus,
  forbidden,
  invalid,
  invalidField,
  isFrozen,
  notFound,
  unauthorized,
  unavailable,
} from './errors/api-error.js';
export { plainReason } from './errors/plain-reason.js';

// Files that come in, and answers that are no JSON record.
export { type Destination, FormUpload, MAX_SINGLE, type ReceivedFile, Upload } from './request/upload.js';
export { BlobGone, BlobStore, PartsLost, type StoredPart } from './storage/blob-store.js';
export { Blobs } from './storage/blobs.js';
export { SCAN_STATUSES, Scans } from './storage/scans.js';
export { attachment } from './storage/content-disposition.js';
export { isMediaType, isText, servedType, typeOf } from './storage/media-types.js';
export { cleanName } from './storage/names.js';
export { UnknownRoute } from './request/unknown-route.js';
export { Reply } from './request/reply.js';
export { type Route, Routes, templateOf } from './request/routes.js';
export { RecordLists } from './request/record-lists.js';
export type { WrittenChange } from './context/written-changes.js';
export { type AskedRequest, Reviews } from './request/reviews.js';
export { SavedViews } from './request/saved-views.js';
export { REVIEWS } from './security/review-need.js';
export { StaticFiles } from './request/static-files.js';
export { StreamReply } from './request/stream-reply.js';
export { CSV, Exports, wantsCsv } from './request/exports.js';
export { type CsvRecord, csvRecords, UnreadableCsv } from './csv/read.js';
export { csv, CSV_FORMAT, guarded, unguarded } from './csv/write.js';
export { type ZipEntry, zip } from './zip/write.js';
export { isUnchanged, type ReadEntry, unzip } from './zip/read.js';
export { addressAt, errorBody } from './request/error-answers.js';
export { type InjectedAnswer, type InjectedRequest, Injection } from './http/injection.js';
export { ApiDescription } from './openapi/api-description.js';
export type { Json } from './openapi/schemas.js';
export { asksForPage, ErrorShape } from './request/error-shape.js';
export { NotUnique, uniqueViolation } from './request/unique-violation.js';

// Events, work in the background, mail, requests to elsewhere.
export { eventTypes, matchesType } from './events/catalogue.js';
export { EventListener, type StoredEvent } from './events/event-listener.js';
export { Listeners } from './events/listeners.js';
export { LogTail } from './events/log-tail.js';
export { Outbox } from './events/outbox.js';
export { QueueProcessor } from './queues/queue-processor.js';
export { type FailedJob, Queues } from './queues/queues.js';
export { QueuesModule } from './queues/queues.module.js';
export { ImportKinds } from './imports/import-kinds.js';
export { IMPORT_WORK, type ImportKey, ImportWork, type ImportWorkOptions } from './imports/import-work.js';
export { boundMemory } from './imports/bounded-memory.js';
export {
  type ImportField,
  type ImportedBytes,
  type ImportFieldType,
  type ImportItem,
  ImportKind,
  type ImportOutcome,
  type ImportValues,
  type MadeRevisions,
  type SampleContext,
  type SampleRow,
} from './imports/import-kind.js';
export { Backlogs } from './maintenance/backlogs.js';
export { Maintenance, type MaintenanceTask } from './maintenance/maintenance.js';
export { type TaskRun, TaskRuns } from './maintenance/task-runs.js';
export { Lease } from './leased-work/lease.js';
export {
  LeasedWork,
  PermanentFailure,
  Postponed,
  type WorkItem,
  type WorkProcessor,
} from './leased-work/leased-work.js';
export { Works } from './leased-work/works.js';
export { Partitions } from './maintenance/partitions.js';
export { Removal } from './maintenance/removal.js';
export { FILE_JOB, FILE_JOB_STATES, type FileJob } from './file-jobs/file-job.repository.js';
export { FILE_DAYS, FileJobs, FileJobServices, type FileSource } from './file-jobs/file-jobs.js';
export type { Letter } from './mail/letter.js';
export { Mail, type Message } from './mail/mail.js';
export { inSpan, traceHeaders } from './tracing/tracing.js';
export { AddressPolicy, checkUrl, ForbiddenAddressError } from './outgoing/addresses.js';
export { type OutgoingAnswer, OutgoingError, OutgoingHttp } from './outgoing/outgoing.js';
export { ActorVia, viaOf } from './audit/actor-via.js';
export { AuditTrail } from './audit/audit-trail.js';
export { changesBetween } from './audit/audit.js';
export { AUDIT_COLUMNS, AUDIT_TYPES, AuditEntryFields, type Changes, OUTCOMES } from './audit/audit-entry.js';

// The caller.
export {
  allScopes,
  type App,
  type AppOptions,
  appOf,
  apps,
  declareApp,
  declaredApps,
  extensionScopes,
  productScopes,
  inWords,
  isScope,
  type Scope,
  scopesInWords,
} from './security/apps.js';
export { type Credential, expandScopes, grantableScopes, refusalOf, withExtensions } from './security/credential.js';
export { PROOF_MAX_AGE_SECONDS, requireRecentProof } from './request/recent-proof.js';
export { Authentication, bearerOf, type Finding, RequestStrategy } from './security/authentication.js';
export { hashOf } from './security/hash.js';
export {
  actionOf,
  type AccessKind,
  type PolicyTarget,
  type PolicyRecord,
  ACCESS_KINDS,
  coversType,
  nameOf,
  PARTS,
  type Question,
  unmatched,
} from './security/policy-matcher.js';
export { type Denial, Denials } from './security/denials.js';
export { refuseDenied, type Restrictions } from './security/restrictions.js';
export { questionsOf } from './request/policies.js';
export { ANYBODY, Guardrails } from './security/guardrails.js';
export { consume, RateLimits, tooMany } from './security/rate-limits.js';
export { networkOf } from './security/network.js';
export { isColor, mixed, readableOn } from './html/accent.js';
export { Html, html } from './html/html.js';
export { type Language, LANGUAGES } from './context/request-context.js';
export {
  currentLanguage,
  dayInWords,
  deferred,
  LANGUAGE_NAMES,
  momentInWords,
  numberInWords,
  preferredLanguage,
  rich,
  t,
  translated,
} from './language/language.js';
export { safeHtml } from './html/safe-html.js';
export { ABANDONED, Secrets } from './security/secrets.js';
export { type Bound, WorkspaceBounds } from './security/workspace-bounds.js';
export { type Holder, holderOf, type NamedUser, UserDirectory } from './security/user-directory.js';

// Foundations.
export {
  Extension,
  type ExtensionOptions,
  loadedExtensions,
  shownExtensions,
  SUITE_VERSION,
} from './extensions/extension.js';
export { type ConsoleOptions, type ScreenOptions, screensOf } from './extensions/screens.js';
export { dropExtension, EXTENSIONS_WITH_DATA } from './database/extension-migrations.js';
export { isLoopback, isPlainHttp } from './config/loopback.js';
export { Settings } from './config/settings.js';
export { Clock } from './database/clock.js';
export { type Calendar, WorkspaceCalendar } from './calendar/workspace-calendar.js';
export { dayIn, daysBetween, daysLater, instantIn, isTimeZone, lastDayOf } from './calendar/zones.js';
export { Database, type Row } from './database/database.js';
export { isDatabaseFailure } from './database/failures.js';
export { copiedLines } from './database/copy.js';
export type { Snapshot } from './database/snapshot.js';
export { OwnerDatabase } from './database/owner-database.js';
export { Freezes, FREEZES_CHANNEL, notFrozen } from './database/freezes.js';
export { Notifications } from './database/notifications.js';
export {
  INBOX_CHANNEL,
  type NewNotices,
  type Notice,
  NOTICE_KINDS,
  type NoticeKind,
  type NoticeRule,
  Notices,
} from './resource/notices.js';
export { feedOf } from './resource/feed.js';
export { idField } from './resource/payload.js';
export { type Found, NotifiedCache } from './database/notified-cache.js';
export { Usage } from './database/usage.js';
export { ScheduledBackups } from './backup/scheduled-backups.js';
export { Conditions } from './resource/conditions.js';
export { type ConditionFields, conditionFieldOf } from './conditions/condition-field.js';
export { ChangeCondition, readChangeCondition } from './conditions/change-condition.js';
export { readCondition } from './conditions/read-condition.js';
export { RecordCondition } from './conditions/record-condition.js';
export { Limiter } from './concurrency/limiter.js';
export { Metrics } from './metrics/metrics.js';
export { Shutdown } from './concurrency/shutdown.js';
export { CommandFailed, type Commands } from './cli/command-line.js';
export { inWorkspace, shown } from './cli/workspace.js';
export {
  ApiBody,
  ApiConsumes,
  ApiCreatedResponse,
  ApiErrors,
  ApiId,
  ApiExcludeEndpoint,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiProduces,
  ApiQuery,
  ApiRecordId,
  ApiResponse,
} from './fields/api-decorators.js';
