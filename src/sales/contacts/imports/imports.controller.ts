import { Body, Controller, Delete, Param, Post } from '@nestjs/common';
import { Endpoint, Loaded, ResourceController } from '../../../platform/index.js';
import { ImportContacts, ImportItem, ImportQuery, ImportView } from './import.dto.js';
import { ContactImport } from './import.entity.js';
import { imports } from './import.resource.js';
import { ImportsService } from './imports.service.js';

@Controller('v1/sales/contacts')
export class ImportController {
  constructor(private readonly imports: ImportsService) {}

  @Post('import')
  @Endpoint(imports, { returns: ImportView, status: 202, heavy: true, summary: 'Import contacts from a file' })
  import(@Body() body: ImportContacts) {
    return this.imports.import(body);
  }
}

@Controller('v1/sales/imports')
export class ImportsController extends ResourceController(ContactImport, ImportsService, {
  view: ImportView,
  list: { query: ImportQuery, returns: ImportItem },
}) {
  @Delete(':id')
  @Endpoint(imports, { errors: ['ended'], action: 'cancelled', summary: 'Cancel an import' })
  cancel(@Param('id', Loaded(ContactImport)) record: ContactImport) {
    return this.service.cancel(record);
  }
}
