import { Controller, Get, Param, Query } from '@nestjs/common';
import { Endpoint } from '../platform/index.js';
import { EventQuery, EventView } from './event.dto.js';
import { events } from './event.resource.js';
import { EventsService } from './events.service.js';

@Controller('v1/events')
export class EventsController {
  constructor(private readonly events: EventsService) {}

  @Get()
  @Endpoint(events, { scope: null, returns: EventView, page: true })
  list(@Query() query: EventQuery) {
    return this.events.list(query);
  }

  @Get(':id')
  @Endpoint(events, { scope: null, returns: EventView })
  get(@Param('id') id: string) {
    return this.events.get(id);
  }
}
