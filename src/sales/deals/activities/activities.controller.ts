import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { Clock, currentContext, Endpoint, InjectStore, Loaded, type ResourceStore } from '../../../platform/index.js';
import { Deal } from '../deal.entity.js';
import { ActivityQuery, ActivityView, CreateActivity } from './activity.dto.js';
import { Activity } from './activity.entity.js';
import { activities } from './activity.resource.js';

@Controller('v1/sales/deals/:id/activities')
export class ActivitiesController {
  constructor(
    @InjectStore(Activity) private readonly activities: ResourceStore<Activity>,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Endpoint(activities, { returns: ActivityView, page: true })
  list(@Param('id', Loaded(Deal)) deal: Deal, @Query() query: ActivityQuery) {
    return this.activities.page(query, ActivityView, { deal_id: deal.id });
  }

  @Post()
  @Endpoint(activities, { returns: ActivityView, summary: 'Log an activity on a deal' })
  async create(
    @Param('id', Loaded(Deal)) deal: Deal,
    @Body() { occurred_at = this.clock.iso(), ...body }: CreateActivity,
  ) {
    const created_by = currentContext().credential!.user_id;
    return this.activities.create({ ...body, occurred_at, deal_id: deal.id, created_by });
  }
}
