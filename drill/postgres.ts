/**
 * Owns the embedded PostgreSQL of DATA_DIR as the application does, so that the database can be killed on its own.
 * Ends when the server ends.
 */
import { startEmbeddedPostgres } from '../src/platform/database/embedded/embedded-postgres.js';

const postgres = await startEmbeddedPostgres({
  dataDir: process.env.DATA_DIR!,
  port: Number(process.env.PORT),
  log: console.log,
});
process.exit((await postgres.exited) ?? 1);
