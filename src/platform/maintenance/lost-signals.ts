import { Injectable } from '@nestjs/common';
import { Listeners } from '../events/listeners.js';
import { Relay } from '../events/relay.js';
import { Maintenance } from './maintenance.js';

/** Listeners that have not handled everything in the log. */
const LAGGING_LISTENERS = 'select 1 from event_cursors where position < (select max(position) from events)';

/**
 * Recovers lost wake-ups: of the relay, if a notification was lost with a connection or process; and of listeners, if a process
 * died between moving events and waking them.
 */
@Injectable()
export class LostSignals {
  constructor(maintenance: Maintenance, relay: Relay, listeners: Listeners) {
    maintenance.add({
      name: 'relay',
      description: 'Moves outbox events to the event log when a signal was lost.',
      due: 'select 1 from outbox order by number limit 1',
      run: () => relay.catchUp(),
    });
    maintenance.add({
      name: 'listeners',
      description: 'Delivers events again to listeners that missed them.',
      due: LAGGING_LISTENERS,
      run: () => listeners.catchUp(),
    });
  }
}
