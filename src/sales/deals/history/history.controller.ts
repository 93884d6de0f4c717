import { Controller, Get, Param, Query } from '@nestjs/common';
import { Clock, Endpoint, InjectStore, Loaded, type ResourceStore } from '../../../platform/index.js';
import { Deal } from '../deal.entity.js';
import { StayQuery, StayView } from './stay.dto.js';
import { Stay } from './stay.entity.js';
import { stays } from './stay.resource.js';

@Controller('v1/sales/deals/:id/history')
export class HistoryController {
  constructor(
    @InjectStore(Stay) private readonly stays: ResourceStore<Stay>,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Endpoint(stays, { returns: StayView, page: true, summary: 'List the stages that a deal was in' })
  async list(@Param('id', Loaded(Deal)) deal: Deal, @Query() query: StayQuery) {
    const page = await this.stays.page(query, StayView, { deal_id: deal.id });
    const now = this.clock.iso();
    const lasted = ({ entered_at, left_at }: StayView) => Date.parse(left_at ?? now) - Date.parse(entered_at);
    return { ...page, data: page.data.map((stay) => ({ ...stay, duration_seconds: Math.floor(lasted(stay) / 1000) })) };
  }
}
