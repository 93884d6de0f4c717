import { Module } from '@nestjs/common';
import { AccessModule } from '../access/index.js';
import { StoresModule } from '../platform/resource/stores.module.js';
import { Document } from './documents/document.entity.js';
import { DocumentsController, PublicDocumentsController } from './documents/documents.controller.js';
import { DocumentsService } from './documents/documents.service.js';
import { File } from './files/file.entity.js';
import { FilesController } from './files/files.controller.js';
import { FilesService } from './files/files.service.js';
import { SheetsModule } from './sheets/sheets.module.js';

@Module({
  imports: [AccessModule, SheetsModule, StoresModule.for(Document, File)],
  controllers: [DocumentsController, PublicDocumentsController, FilesController],
  providers: [DocumentsService, FilesService],
})
export class OfficeModule {}
