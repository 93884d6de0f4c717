import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import type { Page } from '../../platform/resource/page.js';
import { Endpoint, Loaded } from '../../platform/request/endpoint.js';
import { DownloadView, FileQuery, FileView, UpdateFile, UploadFile } from './file.dto.js';
import { File } from './file.entity.js';
import { files } from './file.resource.js';
import { FilesService } from './files.service.js';

@Controller('v1/office/files')
export class FilesController {
  constructor(private readonly files: FilesService) {}

  @Get()
  @Endpoint(files, { scope: 'read', returns: FileView, page: true })
  list(@Query() query: FileQuery): Promise<Page<FileView>> {
    return this.files.list(query);
  }

  @Get(':id')
  @Endpoint(files, { scope: 'read', returns: FileView })
  get(@Param('id', Loaded(File)) file: File) {
    return file;
  }

  @Get(':id/download')
  @Endpoint(files, { scope: 'read', returns: DownloadView, volatile: true, summary: 'Get a link to download a file' })
  download(@Param('id', Loaded(File)) file: File): Promise<DownloadView> {
    return this.files.link(file);
  }

  @Post()
  @Endpoint(files, { scope: 'write', returns: FileView, action: 'uploaded', summary: 'Upload a file' })
  upload(@Body() upload: UploadFile) {
    return this.files.upload(upload);
  }

  @Patch(':id')
  @Endpoint(files, { scope: 'write', returns: FileView })
  update(@Param('id', Loaded(File)) file: File, @Body() body: UpdateFile) {
    return this.files.update(file, body);
  }

  @Delete(':id')
  @Endpoint(files, { scope: 'write' })
  remove(@Param('id', Loaded(File)) file: File) {
    return this.files.remove(file);
  }
}
