import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { AuditEntry } from './audit-entry.entity.js';
import { AuditEntryRepository } from './audit-entry.repository.js';
import { AuditLogsController } from './audit-logs.controller.js';
import { AuditLogsService } from './audit-logs.service.js';
import { ChangesController } from './changes/changes.controller.js';
import { ChangesService } from './changes/changes.service.js';
import { TrailAccess } from './trail-access.js';

@Module({
  imports: [StoresModule.forFeature(AuditEntry)],
  controllers: [AuditLogsController, ChangesController],
  providers: [AuditLogsService, ChangesService, AuditEntryRepository, TrailAccess],
  exports: [AuditLogsService, TrailAccess],
})
export class AuditLogsModule {}
