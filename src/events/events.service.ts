import { Injectable } from '@nestjs/common';
import { Clock, InjectStore, notFound, type Page, RecordPolicies, type ResourceStore } from '../platform/index.js';
import { recordOf } from './event-types.js';
import { envelopeOf } from './envelope.js';
import { type EventQuery, EventView, oldest } from './event.dto.js';
import { Event } from './event.entity.js';

/** Reads the event log, for clients that pull events or missed some. */
@Injectable()
export class EventsService {
  constructor(
    @InjectStore(Event) private readonly store: ResourceStore<any>,
    private readonly policies: RecordPolicies,
    private readonly clock: Clock,
  ) {}

  async list(query: EventQuery): Promise<Page<EventView>> {
    const page = await this.store.page(query, EventView);
    return { ...page, data: page.data.map((event) => envelopeOf(event as unknown as Event)) };
  }

  async get(id: string): Promise<EventView> {
    const event: Event = await this.store.get(id);
    if (event.timestamp < oldest(this.clock.iso())) throw notFound(`There is no event ${id}.`);
    const refusal = await this.policies.refusal(...recordOf(event));
    if (refusal) throw refusal;
    return envelopeOf(event);
  }
}
