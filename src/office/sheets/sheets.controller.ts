import { Body, Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, Endpoint, Loaded, ResourceController } from '../../platform/index.js';
import {
  ClearedValues,
  ClearValues,
  CreatedSheet,
  CreateSheet,
  ExportSheet,
  ImportedSheet,
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
const MAX_BODY_BYTES = 10 * 2 ** 20;

@Controller('v1/office/sheets')
export class SheetsController extends ResourceController(Sheet, SheetsService, {
  view: SheetView,
  list: { query: SheetQuery, returns: SheetItem },
  create: { body: CreateSheet, returns: CreatedSheet, bodyLimit: MAX_BODY_BYTES },
  update: { body: UpdateSheet, lasting: true },
  remove: { lasting: true },
  restore: { lasting: true },
}) {
  constructor(
    private readonly values: ValuesService,
    private readonly exports: ExportService,
    private readonly imports: ImportService,
  ) {
    super();
  }

  @Get(':id/values')
  @Endpoint(sheets, { returns: ValuesView })
  read(@Param('id', Loaded(Sheet)) sheet: Sheet, @Query() query: ValuesQuery) {
    return this.values.read(sheet, query);
  }

  @Put(':id/values')
  @Endpoint(sheets, { lasting: true, returns: WrittenValues, bodyLimit: MAX_BODY_BYTES })
  write(@Param('id', Loaded(Sheet)) sheet: Sheet, @Body() body: WriteValues) {
    return this.values.write(sheet, body);
  }

  @Post(':id/values/append')
  @Endpoint(sheets, {
    lasting: true,
    returns: WrittenValues,
    status: 200,
    action: 'updated',
    bodyLimit: MAX_BODY_BYTES,
  })
  append(@Param('id', Loaded(Sheet)) sheet: Sheet, @Body() body: WriteValues) {
    return this.values.append(sheet, body);
  }

  @Post(':id/values/clear')
  @Endpoint(sheets, { lasting: true, returns: ClearedValues, status: 200, action: 'updated' })
  clear(@Param('id', Loaded(Sheet)) sheet: Sheet, @Body() body: ClearValues) {
    return this.values.clear(sheet, body);
  }

  @Get(':id/export')
  @Endpoint(sheets, {
    status: 200,
    heavy: true,
    exports: sheets,
    action: 'exported',
    summary: 'Export a spreadsheet as a file',
  })
  @ApiProduces(XLSX, 'text/csv')
  @ApiOkResponse({ description: 'The file.', schema: { type: 'string', format: 'binary' } })
  export(@Param('id', Loaded(Sheet)) sheet: Sheet, @Query() query: ExportSheet) {
    return this.exports.export(sheet, query);
  }

  @Post('import')
  @Endpoint(sheets, {
    lasting: true,
    returns: ImportedSheet,
    heavy: true,
    summary: 'Import a spreadsheet from a file',
  })
  import(@Body() body: ImportSheet) {
    return this.imports.import(body);
  }
}
