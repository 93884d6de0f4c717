import type { Settings } from '../config/settings.js';
import { changedMigrations, migrate } from '../database/data-source.js';
import { loadedExtensions } from '../extensions/extension.js';
import { grantServing } from '../database/serving-role.js';
import { migrateQueues } from '../queues/queue-server.js';

/**
 * Runs pending migrations, and grants the serving role its rights if it differs from the owner. Returns the names of the
 * migrations. `queues`: also the tables of queues in PostgreSQL, which a process with a single role creates by itself.
 */
export async function prepareSchema(settings: Settings, { queues = false } = {}): Promise<string[]> {
  const { ownerUrl, DATABASE_OWNER_URL, REDIS_URL } = settings;
  const migrations = await migrate(ownerUrl, loadedExtensions(), { hashed: isDevelopment(settings) });
  if (!REDIS_URL && (queues || DATABASE_OWNER_URL)) await migrateQueues(ownerUrl);
  if (DATABASE_OWNER_URL) await grantServing(ownerUrl, decodeURIComponent(new URL(settings.DATABASE_URL!).username));
  return migrations;
}

const isDevelopment = ({ APP_ENV }: Settings): boolean => APP_ENV !== 'production';

/** A sentence for each migration that was changed after it had run here. In production nothing is asked and nothing said. */
export const changesOfSchema = async (settings: Settings): Promise<string[]> =>
  isDevelopment(settings) ? changedMigrations(settings.directUrl, loadedExtensions()) : [];
