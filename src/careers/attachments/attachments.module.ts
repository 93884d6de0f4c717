import { Module } from '@nestjs/common';
import { OfficeModule } from '../../office/index.js';
import { StoresModule } from '../../platform/index.js';
import { ApplicationLog } from '../applications/application-log.js';
import { Application } from '../applications/application.entity.js';
import { Attachment } from './attachment.entity.js';
import { AttachmentsController } from './attachments.controller.js';
import { AttachmentsService } from './attachments.service.js';

@Module({
  imports: [OfficeModule, StoresModule.for(Application, Attachment)],
  controllers: [AttachmentsController],
  providers: [ApplicationLog, AttachmentsService],
  exports: [AttachmentsService],
})
export class AttachmentsModule {}
