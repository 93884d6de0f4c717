import type { Settings } from '../config/settings.js';
import { migrate } from '../database/data-source.js';
import { loadedExtensions } from '../extensions/extension.js';
import { grantServing } from '../database/serving-role.js';
import { migrateQueues } from '../queues/queue-server.js';

/**
 * Runs pending migrations, and grants the serving role its rights if it differs from the owner. Returns the names of the
 * migrations. `queues`: also the tables of queues in PostgreSQL, which a process with a single role creates by itself.
 */
export async function prepareSchema(settings: Settings, { queues = false } = {}): Promise<string[]> {
  const { ownerUrl, DATABASE_OWNER_URL, REDIS_URL } = settings;
  const migrations = await migrate(ownerUrl, loadedExtensions());
  if (!REDIS_URL && (queues || DATABASE_OWNER_URL)) await migrateQueues(ownerUrl);
  if (DATABASE_OWNER_URL) await grantServing(ownerUrl, decodeURIComponent(new URL(settings.DATABASE_URL!).username));
  return migrations;
}
