import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, Endpoint, Loaded } from '../../platform/index.js';
import { Application } from './application.entity.js';
import { AttachmentLink, AttachmentView, CreateAttachment } from './attachment.dto.js';
import { Attachment } from './attachment.entity.js';
import { attachments } from './attachment.resource.js';
import { AttachmentsService } from './attachments.service.js';

@Controller('v1/careers/applications/:id/attachments')
export class AttachmentsController {
  constructor(private readonly attachments: AttachmentsService) {}

  @Post()
  @Endpoint(attachments, {
    returns: AttachmentView,
    errors: ['tooMany', 'anonymized'],
    holdsSecret: true,
    summary: 'Attach a file in office to an application',
  })
  create(@Param('id', Loaded(Application)) application: Application, @Body() body: CreateAttachment) {
    return this.attachments.attach(application, body);
  }

  @Get(':attachment_id/download')
  @Endpoint(attachments, {
    returns: AttachmentLink,
    errors: ['inOffice'],
    summary: 'Get a link to download a file sent by a candidate',
  })
  download(
    @Param('id', Loaded(Application)) _: Application,
    @Param('attachment_id', Loaded(Attachment)) attachment: Attachment,
  ) {
    return this.attachments.link(attachment);
  }

  @Get(':attachment_id/content')
  @Endpoint(attachments, {
    errors: ['inOffice'],
    status: 200,
    summary: 'Get the contents of a file sent by a candidate',
  })
  @ApiProduces('application/octet-stream')
  @ApiOkResponse({ description: 'The file.', schema: { type: 'string', format: 'binary' } })
  content(
    @Param('id', Loaded(Application)) _: Application,
    @Param('attachment_id', Loaded(Attachment)) attachment: Attachment,
  ) {
    return this.attachments.content(attachment);
  }

  @Delete(':attachment_id')
  @Endpoint(attachments, { summary: 'Remove an attachment of an application' })
  remove(
    @Param('id', Loaded(Application)) _: Application,
    @Param('attachment_id', Loaded(Attachment)) attachment: Attachment,
  ) {
    return this.attachments.remove(attachment);
  }
}
