import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiErrors, ApiRecordId, Endpoint } from '../../../platform/index.js';
import { ChangeQuery, ChangeView } from './change.dto.js';
import { changes } from './change.resource.js';
import { ChangesService } from './changes.service.js';

@Controller('v1/changes/:id')
export class ChangesController {
  constructor(private readonly service: ChangesService) {}

  @Get()
  @Endpoint(changes, { scope: null, returns: ChangeView, page: true, summary: 'List the changes of a record' })
  @ApiRecordId()
  @ApiErrors(404)
  list(@Param('id') id: string, @Query() query: ChangeQuery) {
    return this.service.list(id, query);
  }
}
