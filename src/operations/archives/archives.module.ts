import { Module } from '@nestjs/common';
import { GuardModule } from '../../guard/index.js';
import { StoresModule } from '../../platform/index.js';
import { ArchiveImport } from './archive-import.js';
import { ArchiveRuns } from './archive-runs.js';
import { ArchiveWriter } from './archive-writer.js';
import { Archive } from './archive.entity.js';
import { ArchiveRepository } from './archive.repository.js';
import { ArchivedBlobs } from './archived-blobs.repository.js';
import { ArchivedTables } from './archived-tables.repository.js';
import { ArchivesController } from './archives.controller.js';
import { ArchivesService } from './archives.service.js';
import { KeptRowsRepository } from './kept-rows.repository.js';
import { KeptRows } from './kept-rows.service.js';
import { Moments } from './moments.repository.js';
import { WorkspaceTables } from './workspace-tables.repository.js';

/** Export and import of workspaces as signed archives (D-MOV-2). */
@Module({
  imports: [StoresModule.forFeature(Archive), GuardModule],
  controllers: [ArchivesController],
  providers: [
    ArchivesService,
    ArchiveRepository,
    ArchiveRuns,
    ArchiveWriter,
    ArchiveImport,
    ArchivedBlobs,
    ArchivedTables,
    KeptRows,
    KeptRowsRepository,
    Moments,
    WorkspaceTables,
  ],
  exports: [ArchiveImport, ArchiveWriter, ArchivedBlobs, KeptRows, Moments, WorkspaceTables],
})
export class ArchivesModule {}
