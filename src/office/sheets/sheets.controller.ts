import { Body, Controller, Delete, Get, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiOkResponse, ApiProduces } from '@nestjs/swagger';
import type { Page } from '../../platform/resource/page.js';
import { Endpoint, Loaded } from '../../platform/request/endpoint.js';
import { Deletion, FindTrashed } from '../../platform/resource/trash.js';
import {
  ClearedValues,
  ClearValues,
  CreatedSheet,
  CreateSheet,
  ExportSheet,
  ImportSheet,
  SheetItem,
  SheetQuery,
  SheetView,
  UpdateSheet,
  ValuesQuery,
  ValuesView,
  WriteValues,
  WrittenValues,
} from './sheet.dto.js';
import { ExportService, XLSX } from './export.service.js';
import { ImportService } from './import.service.js';
import { Sheet } from './sheet.entity.js';
import { sheets } from './sheet.resource.js';
import { SheetsService } from './sheets.service.js';
import { ValuesService } from './values.service.js';

/** Bytes of a body with values in it. */
const BODY = 10 * 2 ** 20;

@Controller('v1/office/sheets')
export class SheetsController {
  constructor(
    private readonly sheets: SheetsService,
    private readonly values: ValuesService,
    private readonly exports: ExportService,
    private readonly imports: ImportService,
  ) {}

  @Get()
  @Endpoint(sheets, { scope: 'read', returns: SheetItem, page: true })
  list(@Query() query: SheetQuery): Promise<Page<SheetItem>> {
    return this.sheets.list(query);
  }

  @Get(':id')
  @Endpoint(sheets, { scope: 'read', returns: SheetView })
  get(@Param('id', Loaded(Sheet, { deleted: 'include_deleted' })) sheet: Sheet, @Query() _: FindTrashed) {
    return sheet;
  }

  @Post()
  @Endpoint(sheets, { scope: 'write', returns: CreatedSheet, bodyLimit: BODY })
  create(@Body() body: CreateSheet) {
    return this.sheets.create(body);
  }

  @Patch(':id')
  @Endpoint(sheets, { scope: 'write', lasting: true, returns: SheetView })
  update(@Param('id', Loaded(Sheet)) sheet: Sheet, @Body() body: UpdateSheet) {
    return this.sheets.update(sheet, body);
  }

  @Delete(':id')
  @Endpoint(sheets, { scope: 'write', lasting: true })
  remove(@Param('id', Loaded(Sheet, { deleted: 'hard' })) sheet: Sheet, @Query() { hard }: Deletion) {
    return this.sheets.remove(sheet, hard ?? false);
  }

  @Post(':id/restore')
  @Endpoint(sheets, {
    scope: 'write',
    lasting: true,
    returns: SheetView,
    status: 200,
    action: 'updated',
    errors: ['notDeleted'],
  })
  restore(@Param('id', Loaded(Sheet, { deleted: true })) sheet: Sheet) {
    return this.sheets.restore(sheet);
  }

  @Get(':id/values')
  @Endpoint(sheets, { scope: 'read', returns: ValuesView })
  read(@Param('id', Loaded(Sheet)) sheet: Sheet, @Query() query: ValuesQuery) {
    return this.values.read(sheet, query);
  }

  @Put(':id/values')
  @Endpoint(sheets, { scope: 'write', lasting: true, returns: WrittenValues, bodyLimit: BODY })
  write(@Param('id', Loaded(Sheet)) sheet: Sheet, @Body() body: WriteValues) {
    return this.values.write(sheet, body);
  }

  @Post(':id/values/append')
  @Endpoint(sheets, {
    scope: 'write',
    lasting: true,
    returns: WrittenValues,
    status: 200,
    action: 'updated',
    bodyLimit: BODY,
  })
  append(@Param('id', Loaded(Sheet)) sheet: Sheet, @Body() body: WriteValues) {
    return this.values.append(sheet, body);
  }

  @Post(':id/values/clear')
  @Endpoint(sheets, { scope: 'write', lasting: true, returns: ClearedValues, status: 200, action: 'updated' })
  clear(@Param('id', Loaded(Sheet)) sheet: Sheet, @Body() body: ClearValues) {
    return this.values.clear(sheet, body);
  }

  @Get(':id/export')
  @Endpoint(sheets, { scope: 'read', status: 200, heavy: true, summary: 'Export a sheet as a file' })
  @ApiProduces(XLSX, 'text/csv')
  @ApiOkResponse({ description: 'The file.', schema: { type: 'string', format: 'binary' } })
  export(@Param('id', Loaded(Sheet)) sheet: Sheet, @Query() query: ExportSheet) {
    return this.exports.export(sheet, query);
  }

  @Post('import')
  @Endpoint(sheets, {
    scope: 'write',
    lasting: true,
    returns: CreatedSheet,
    heavy: true,
    summary: 'Make a sheet from a file',
  })
  import(@Body() body: ImportSheet) {
    return this.imports.import(body);
  }
}
