import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { File } from './file.entity.js';
import { FileImportKind } from './file-import.js';
import { FilesController } from './files.controller.js';
import { FilesPort } from './files.port.js';
import { FilesService } from './files.service.js';
import { UploadSession } from './uploads/upload.entity.js';
import { UploadsController } from './uploads/uploads.controller.js';
import { UploadRepository } from './uploads/upload.repository.js';
import { UploadsService } from './uploads/uploads.service.js';

@Module({
  imports: [StoresModule.forFeature(File, UploadSession)],
  controllers: [FilesController, UploadsController],
  providers: [FileImportKind, FilesPort, FilesService, UploadRepository, UploadsService],
  exports: [FilesPort],
})
export class FilesModule {}
