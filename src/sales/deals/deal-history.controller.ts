import { Controller, Get, Param, Query } from '@nestjs/common';
import { Clock, Endpoint, InjectStore, Loaded, type ResourceStore } from '../../platform/index.js';
import { Deal } from './deal.entity.js';
import { DealHistoryQuery, DealHistoryView } from './deal-history.dto.js';
import { DealHistoryEntry } from './deal-history-entry.entity.js';
import { dealHistory } from './deal-history.resource.js';

@Controller('v1/sales/deals/:id/history')
export class HistoryController {
  constructor(
    @InjectStore(DealHistoryEntry) private readonly entries: ResourceStore<DealHistoryEntry>,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Endpoint(dealHistory, { returns: DealHistoryView, page: true, summary: 'List the stage history of a deal' })
  async list(@Param('id', Loaded(Deal)) deal: Deal, @Query() query: DealHistoryQuery) {
    const { data, meta } = await this.entries.page(query, DealHistoryEntry, { record_id: deal.id });
    const now = this.clock.iso();
    const lasted = ({ entered_at, left_at }: DealHistoryEntry) => Date.parse(left_at ?? now) - Date.parse(entered_at);
    const shown = data.map((entry) => ({
      ...entry,
      pipeline_id: entry.parent_id,
      moved_by: entry.moved_by_id,
      duration_seconds: Math.floor(lasted(entry) / 1000),
    }));
    return { data: shown, meta };
  }
}
