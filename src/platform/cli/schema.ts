import type { Settings } from '../config/settings.js';
import { migrate } from '../database/data-source.js';
import { grantServing } from '../database/serving-role.js';
import { migrateQueues } from '../queues/queue-server.js';

/**
 * Brings the schema up to date, and gives the serving role its rights where that is another one than the owner. Answers the names
 * of the migrations it ran. `queues`: those in PostgreSQL too, which a process with one role prepares by itself.
 */
export async function prepareSchema(settings: Settings, { queues = false } = {}): Promise<string[]> {
  const { ownerUrl, DATABASE_OWNER_URL, REDIS_URL } = settings;
  const migrations = await migrate(ownerUrl);
  if (!REDIS_URL && (queues || DATABASE_OWNER_URL)) await migrateQueues(ownerUrl);
  if (DATABASE_OWNER_URL) await grantServing(ownerUrl, decodeURIComponent(new URL(settings.DATABASE_URL!).username));
  return migrations;
}
