import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { Endpoint, Loaded, ResourceController } from '../../platform/index.js';
import { DownloadView, FileQuery, FileView, UpdateFile, UploadFile } from './file.dto.js';
import { File } from './file.entity.js';
import { files } from './file.resource.js';
import { FilesService } from './files.service.js';

@Controller('v1/office/files')
export class FilesController extends ResourceController(File, FilesService, {
  view: FileView,
  list: FileQuery,
  update: UpdateFile,
  remove: true,
}) {
  @Get(':id/download')
  @Endpoint(files, { returns: DownloadView, errors: ['unscanned'], summary: 'Get a link to download a file' })
  download(@Param('id', Loaded(File)) file: File): Promise<DownloadView> {
    return this.service.link(file);
  }

  @Post()
  @Endpoint(files, { returns: FileView, action: 'uploaded', summary: 'Upload a file' })
  upload(@Body() upload: UploadFile) {
    return this.service.upload(upload);
  }
}
