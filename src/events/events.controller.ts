import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, Endpoint } from '../platform/index.js';
import { EventQuery, EventStreamQuery, EventView } from './event.dto.js';
import { events } from './event.resource.js';
import { EventStreams } from './event-streams.js';
import { EventsService } from './events.service.js';

@Controller('v1/events')
export class EventsController {
  constructor(
    private readonly events: EventsService,
    private readonly streams: EventStreams,
  ) {}

  @Get()
  @Endpoint(events, { scope: null, returns: EventView, page: true })
  list(@Query() query: EventQuery) {
    return this.events.list(query);
  }

  @Get('stream')
  @Endpoint(events, { scope: null, status: 200, summary: 'Stream events' })
  @ApiProduces('text/event-stream')
  @ApiOkResponse({
    description: 'Server-sent events: `id` is the sequence, `event` the type, `data` an event as JSON.',
    schema: { type: 'string' },
  })
  stream(@Query() query: EventStreamQuery) {
    return this.streams.open(query);
  }

  @Get(':id')
  @Endpoint(events, { scope: null, returns: EventView })
  get(@Param('id') id: string) {
    return this.events.get(id);
  }
}
