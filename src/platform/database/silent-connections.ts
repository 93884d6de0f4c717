import { Injectable } from '@nestjs/common';
import { Database } from './database.js';
import { Notifications } from './notifications.js';

/**
 * Ends the connections of requests that are half-open, because TCP would do so after a quarter of an hour. Notifications notice a
 * silent peer within seconds; connections that receive nothing either, while they wait or are idle, are lost with theirs.
 */
@Injectable()
export class SilentConnections {
  constructor(database: Database, notifications: Notifications) {
    notifications.onSilence(() => void database.endSilent());
  }
}
