import { Body, Controller, Delete, Get, Injectable, Param, type PipeTransform, Post, Put } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiParam, Endpoint, Loaded } from '../../../platform/index.js';
import { FileView } from '../file.dto.js';
import { CreateUpload, PART_NUMBER, PartView, UploadedPart, UploadView } from './upload.dto.js';
import { UploadSession } from './upload.entity.js';
import { uploads } from './upload.resource.js';
import { UploadsService } from './uploads.service.js';

/** Assembles the parts before the transaction begins, because a large file takes time. */
@Injectable()
class AssembledPipe implements PipeTransform<UploadSession, Promise<UploadSession>> {
  constructor(private readonly uploads: UploadsService) {}

  async transform(session: UploadSession): Promise<UploadSession> {
    await this.uploads.assemble(session);
    return session;
  }
}

@Controller('v1/office/files/upload/chunked')
export class UploadsController {
  constructor(private readonly uploads: UploadsService) {}

  @Post()
  @Endpoint(uploads, {
    returns: UploadView,
    noDryRun: 'it begins a file in the file store',
    summary: 'Start an upload in parts',
  })
  create(@Body() body: CreateUpload) {
    return this.uploads.create(body);
  }

  @Get(':session_id')
  @Endpoint(uploads, { returns: UploadView, summary: 'Get the state of an upload' })
  get(@Param('session_id', Loaded(UploadSession)) session: UploadSession) {
    return this.uploads.show(session);
  }

  @Put(':session_id/parts/:part_number')
  @ApiParam({
    name: 'part_number',
    description: 'Number of the part, from 1.',
    schema: { type: 'string', pattern: PART_NUMBER.source },
  })
  @Endpoint(uploads, {
    returns: PartView,
    errors: ['completed', 'failed', 'outOfSequence', 'otherBytes'],
    summary: 'Send a part',
  })
  receive(
    @Param('session_id', Loaded(UploadSession)) session: UploadSession,
    @Param('part_number') number: string,
    @Body() part: UploadedPart,
  ) {
    return this.uploads.receive(session, number, part);
  }

  @Post(':session_id/complete')
  @Endpoint(uploads, {
    returns: FileView,
    action: 'completed',
    noDryRun: 'it completes a file in the file store',
    errors: ['failed', 'missing'],
    summary: 'Complete an upload',
  })
  @ApiCreatedResponse({ type: FileView })
  @ApiOkResponse({ description: 'The file that an earlier request created.', type: FileView })
  complete(@Param('session_id', Loaded(UploadSession), AssembledPipe) session: UploadSession) {
    return this.uploads.complete(session);
  }

  @Delete(':session_id')
  @Endpoint(uploads, { errors: ['completed'], summary: 'Abort an upload' })
  remove(@Param('session_id', Loaded(UploadSession)) session: UploadSession) {
    return this.uploads.remove(session);
  }
}
