import { Module } from '@nestjs/common';
import { StoresModule } from '../platform/index.js';
import { Event } from './event.entity.js';
import { EventsController } from './events.controller.js';
import { EventLogRepository } from './event-log.repository.js';
import { EventStreams } from './event-streams.js';
import { EventsService } from './events.service.js';

/** Event log for pull and streams. The relay writes it (`platform/events`). */
@Module({
  imports: [StoresModule.forFeature(Event)],
  controllers: [EventsController],
  providers: [EventLogRepository, EventsService, EventStreams],
})
export class EventsModule {}
