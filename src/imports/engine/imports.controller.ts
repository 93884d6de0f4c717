import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { Endpoint, Loaded } from '../../platform/index.js';
import {
  CreateFileImport,
  FileImportItem,
  ImportFormats,
  ImportProblemQuery,
  ImportProblemView,
  FileImportQuery,
  FileImportView,
} from './import.dto.js';
import { Import } from './import.entity.js';
import { imports, problems } from './import.resource.js';
import { ImportsService } from './imports.service.js';
import { SamplesService } from './samples.service.js';

@Controller('v1/imports')
export class ImportsController {
  constructor(
    private readonly imports: ImportsService,
    private readonly samples: SamplesService,
  ) {}

  @Post()
  @Endpoint(imports, {
    scope: null,
    returns: FileImportView,
    status: 202,
    heavy: true,
    summary: 'Import files of another system',
  })
  create(@Body() body: CreateFileImport) {
    return this.imports.begin(body);
  }

  @Post('samples')
  @Endpoint(imports, {
    scope: null,
    returns: FileImportView,
    status: 202,
    heavy: true,
    errors: ['sampleExists'],
    noDryRun: 'it writes files to the file store',
    summary: 'Create sample data',
  })
  createSamples() {
    return this.samples.create();
  }

  @Get()
  @Endpoint(imports, { scope: null, returns: FileImportItem, page: true })
  list(@Query() query: FileImportQuery) {
    return this.imports.list(query, FileImportItem);
  }

  @Get('formats')
  @Endpoint(imports, {
    scope: null,
    returns: ImportFormats,
    summary: 'List presets, and fields for the columns of a CSV',
  })
  formats() {
    return this.imports.formats();
  }

  @Get(':id')
  @Endpoint(imports, { scope: null, returns: FileImportView, summary: 'Show how far an import is, and its result' })
  get(@Param('id', Loaded(Import)) record: Import) {
    return record;
  }

  @Get(':id/errors')
  @Endpoint(problems, {
    scope: null,
    returns: ImportProblemView,
    page: true,
    summary: 'List rows and values that were not taken',
  })
  errors(@Param('id', Loaded(Import)) record: Import, @Query() query: ImportProblemQuery) {
    return this.imports.problemsOf(record, query);
  }

  @Post(':id/start')
  @Endpoint(imports, {
    scope: null,
    returns: FileImportView,
    status: 202,
    action: 'started',
    errors: ['notReady'],
    heavy: true,
    summary: 'Import the files of a dry run',
  })
  start(@Param('id', Loaded(Import)) record: Import) {
    return this.imports.start(record);
  }

  @Post(':id/cancel')
  @Endpoint(imports, {
    scope: null,
    returns: FileImportView,
    status: 200,
    action: 'cancelled',
    errors: ['ended'],
    summary: 'Cancel an import',
  })
  cancel(@Param('id', Loaded(Import)) record: Import) {
    return this.imports.cancel(record);
  }

  @Post(':id/undo')
  @Endpoint(imports, {
    scope: null,
    returns: FileImportView,
    status: 202,
    action: 'undone',
    errors: ['notUndoable'],
    heavy: true,
    summary: 'Remove what an import created',
  })
  undo(@Param('id', Loaded(Import)) record: Import) {
    return this.imports.undo(record);
  }
}
