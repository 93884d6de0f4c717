import { Module } from '@nestjs/common';
import { StoresModule } from '../platform/index.js';
import { Event } from './event.entity.js';
import { EventsController } from './events.controller.js';
import { EventLogRepository } from './event-log.repository.js';
import { EventStreams } from './event-streams.js';
import { EventsService } from './events.service.js';

/** The log of events, for clients that pull. The relay writes it (`platform/events`). */
@Module({
  imports: [StoresModule.forFeature(Event)],
  controllers: [EventsController],
  providers: [EventLogRepository, EventsService, EventStreams],
})
export class EventsModule {}
