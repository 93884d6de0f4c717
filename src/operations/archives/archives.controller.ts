import { Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { Endpoint, Loaded } from '../../platform/index.js';
import { ArchiveListView, ArchiveQuery, ArchiveView } from './archive.dto.js';
import { Archive } from './archive.entity.js';
import { archives } from './archive.resource.js';
import { ArchivesService } from './archives.service.js';

@Controller('v1/operations/archives')
export class ArchivesController {
  constructor(private readonly archives: ArchivesService) {}

  @Post()
  @Endpoint(archives, {
    returns: ArchiveListView,
    status: 202,
    heavy: true,
    recentProof: true,
    summary: 'Archive the workspace as one file',
  })
  create() {
    return this.archives.create();
  }

  @Get()
  @Endpoint(archives, { returns: ArchiveListView, page: true })
  list(@Query() query: ArchiveQuery) {
    return this.archives.list(query);
  }

  @Get(':id')
  @Endpoint(archives, { returns: ArchiveView, summary: 'Show how far an archive is, and where its file is' })
  get(@Param('id', Loaded(Archive)) record: Archive) {
    return this.archives.show(record);
  }

  @Delete(':id')
  @Endpoint(archives, { action: 'cancelled', summary: 'Cancel an archive, or remove its file' })
  cancel(@Param('id', Loaded(Archive)) record: Archive) {
    return this.archives.cancel(record);
  }
}
