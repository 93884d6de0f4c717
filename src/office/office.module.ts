import { Module } from '@nestjs/common';
import { AccessModule } from '../access/index.js';
import { StoresModule } from '../platform/index.js';
import { Document } from './documents/document.entity.js';
import { DocumentImportKind } from './documents/document-import.js';
import { DocumentsController, PublicDocumentsController } from './documents/documents.controller.js';
import { DocumentsService } from './documents/documents.service.js';
import { FilesModule } from './files/files.module.js';
import { SheetsModule } from './sheets/sheets.module.js';

@Module({
  imports: [AccessModule, FilesModule, SheetsModule, StoresModule.forFeature(Document)],
  controllers: [DocumentsController, PublicDocumentsController],
  providers: [DocumentImportKind, DocumentsService],
  exports: [FilesModule],
})
export class OfficeModule {}
