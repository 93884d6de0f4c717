import { type DynamicModule, Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditTrail } from './audit/audit-trail.js';
import { WorkspaceCalendar } from './calendar/workspace-calendar.js';
import { Settings } from './config/settings.js';
import { Clock } from './database/clock.js';
import { servingOptions } from './database/data-source.js';
import { Database } from './database/database.js';
import { Freezes } from './database/freezes.js';
import { OwnerDatabase } from './database/owner-database.js';
import { Notifications } from './database/notifications.js';
import { SilentConnections } from './database/silent-connections.js';
import { AnswerInterceptors } from './request/answer.interceptor.js';
import { ErrorAnswers } from './request/error-answers.js';
import { ErrorFilter } from './request/error.filter.js';
import { FileJobServices } from './file-jobs/file-jobs.js';
import { Works } from './leased-work/works.js';
import { Listeners } from './events/listeners.js';
import { LogTail } from './events/log-tail.js';
import { Outbox } from './events/outbox.js';
import { OutboxSignal } from './events/outbox-signal.js';
import { Relay } from './events/relay.js';
import { IconController } from './http/icon.controller.js';
import { LinksController } from './http/links.controller.js';
import { Metrics } from './metrics/metrics.js';
import { OperationsController } from './http/operations.controller.js';
import { RequestMiddleware } from './request/request.middleware.js';
import { Idempotency } from './request/idempotency.js';
import { OldIdempotencyKeys } from './request/old-idempotency-keys.js';
import { OldRateLimits } from './request/old-rate-limits.js';
import { MailModule } from './mail/mail.module.js';
import { LostSignals } from './maintenance/lost-signals.js';
import { MaintenanceModule } from './maintenance/maintenance.module.js';
import { ImportKinds } from './imports/import-kinds.js';
import { Injection } from './http/injection.js';
import { TracingModule } from './tracing.module.js';
import { ApiDescription } from './openapi/api-description.js';
import { OpenApiController } from './openapi/openapi.controller.js';
import { Site } from './site/site.js';
import { SiteController } from './site/site.controller.js';
import { Exports } from './request/exports.js';
import { RequestServices } from './request/exchange.js';
import { RecordLists } from './request/record-lists.js';
import { Reviews } from './request/reviews.js';
import { SavedViews } from './request/saved-views.js';
import { Uploads } from './request/uploads.js';
import { Routes } from './request/routes.js';
import { ExportLeases } from './concurrency/export-leases.js';
import { LongReads } from './concurrency/long-reads.js';
import { LastingRequests } from './concurrency/lasting-requests.js';
import { Shutdown } from './concurrency/shutdown.js';
import { BacklogMetrics } from './http/backlog-metrics.js';
import { QueueMetrics } from './http/queue-metrics.js';
import { ScheduledBackups } from './backup/scheduled-backups.js';
import { QueuesModule } from './queues/queues.module.js';
import { Inclusions } from './resource/inclusions.js';
import { RecordTitles } from './resource/record-titles.js';
import { RecordAccess } from './resource/record-access.js';
import { RecordPolicies } from './resource/record-policies.js';
import { Seeds } from './resource/seeds.js';
import { RecordSearch } from './search/record-search.js';
import { SearchedTypes } from './search/searched-types.js';
import { StoresModule } from './resource/stores.module.js';
import { AccessGuard } from './request/access.guard.js';
import { Authentication } from './security/authentication.js';
import { Guardrails } from './security/guardrails.js';
import { RateLimits } from './security/rate-limits.js';
import { Secrets } from './security/secrets.js';
import { SecretsRotation } from './security/secrets-rotation.js';
import { WorkspaceBounds } from './security/workspace-bounds.js';
import { StorageModule } from './storage/storage.module.js';

/** The foundation of all apps, on none of which it depends. */
@Global()
@Module({})
export class PlatformModule {
  static with(settings: Settings): DynamicModule {
    const services = [
      { provide: Settings, useValue: settings },
      Clock,
      WorkspaceCalendar,
      Secrets,
      SecretsRotation,
      ScheduledBackups,
      Database,
      {
        provide: OwnerDatabase,
        inject: [Settings, Database, LongReads],
        useFactory: (...given: Parameters<typeof OwnerDatabase.open>) => OwnerDatabase.open(...given),
      },
      Notifications,
      SilentConnections,
      Freezes,
      OutboxSignal,
      Outbox,
      Listeners,
      LogTail,
      AuditTrail,
      Authentication,
      Guardrails,
      ImportKinds,
      Inclusions,
      RecordTitles,
      RecordAccess,
      RecordLists,
      Reviews,
      SavedViews,
      RecordPolicies,
      RecordSearch,
      SearchedTypes,
      RateLimits,
      WorkspaceBounds,
      Works,
      ErrorAnswers,
      Idempotency,
      OldIdempotencyKeys,
      OldRateLimits,
      Metrics,
      Routes,
      Seeds,
      LastingRequests,
      ExportLeases,
      LongReads,
      Exports,
      Shutdown,
      Uploads,
      FileJobServices,
      ApiDescription,
      Site,
      Injection,
    ];
    return {
      module: PlatformModule,
      imports: [
        DiscoveryModule,
        TracingModule,
        TypeOrmModule.forRoot({
          ...servingOptions(settings),
          autoLoadEntities: true,
        }),
        StoresModule,
        QueuesModule,
        MaintenanceModule,
        MailModule,
        StorageModule,
      ],
      controllers: [IconController, OperationsController, LinksController, OpenApiController, SiteController],
      providers: [
        ...services,
        BacklogMetrics,
        QueueMetrics,
        Relay,
        LostSignals,
        RequestMiddleware,
        RequestServices,
        { provide: APP_FILTER, useClass: ErrorFilter },
        { provide: APP_GUARD, useClass: AccessGuard },
        AnswerInterceptors,
        {
          provide: APP_INTERCEPTOR,
          inject: [AnswerInterceptors],
          useFactory: (interceptors: AnswerInterceptors) => interceptors.make(),
        },
      ],
      exports: services,
    };
  }
}
