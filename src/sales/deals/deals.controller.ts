import { Body, Controller, Param, Post, Put } from '@nestjs/common';
import { Endpoint, Loaded, ResourceController } from '../../platform/index.js';
import { CloseDeal, CreateDeal, DealQuery, DealView, PutDeal, UpdateDeal } from './deal.dto.js';
import { Deal } from './deal.entity.js';
import { deals } from './deal.resource.js';
import { DealsService } from './deals.service.js';

@Controller('v1/sales/deals')
export class DealsController extends ResourceController(Deal, DealsService, {
  view: DealView,
  list: DealQuery,
  export: DealView,
  create: { body: CreateDeal, errors: ['externalIdTaken'] },
  update: { body: UpdateDeal, errors: ['notOpen', 'elsewhere', 'pipelineGone', 'externalIdTaken'] },
}) {
  @Post(':id/close')
  @Endpoint(deals, { returns: DealView, status: 200, action: 'closed', errors: ['notOpen'], summary: 'Close a deal' })
  close(@Param('id', Loaded(Deal)) deal: Deal, @Body() body: CloseDeal) {
    return this.service.close(deal, body);
  }

  @Put('by-external-id/:external_id')
  @Endpoint(deals, {
    returns: DealView,
    errors: ['notOpen', 'elsewhere', 'pipelineGone'],
    summary: 'Create or update a deal by its external id',
  })
  put(
    @Param('external_id', Loaded(Deal, { by: 'external_id' })) deal: Deal | null,
    @Param('external_id') externalId: string,
    @Body() body: PutDeal,
  ) {
    return this.service.put(deal, externalId, body);
  }
}
