import { Module } from '@nestjs/common';
import { OfficeModule } from '../../office/index.js';
import { StoresModule } from '../../platform/index.js';
import { ApplicationRepository } from '../applications/application.repository.js';
import { Application } from '../applications/application.entity.js';
import { Attachment } from './attachment.entity.js';
import { AttachmentsController } from './attachments.controller.js';
import { AttachmentsService } from './attachments.service.js';

@Module({
  imports: [OfficeModule, StoresModule.forFeature(Application, Attachment)],
  controllers: [AttachmentsController],
  providers: [ApplicationRepository, AttachmentsService],
  exports: [AttachmentsService],
})
export class AttachmentsModule {}
