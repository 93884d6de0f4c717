import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LongReads } from '../concurrency/long-reads.js';
import { Settings } from '../config/settings.js';
import { servingOptions } from './data-source.js';
import { Database } from './database.js';

/** One to work and one to lock. */
const CONNECTIONS = 2;

/**
 * Connection as the owner of the tables (`DATABASE_OWNER_URL`), for maintenance that drops partitions and purges the audit log.
 * Falls back to the ordinary connection.
 */
@Injectable()
export class OwnerDatabase implements OnModuleDestroy {
  private constructor(
    readonly database: Database,
    private readonly own: DataSource | null,
  ) {}

  static async open(settings: Settings, serving: Database, longReads: LongReads): Promise<OwnerDatabase> {
    const url = settings.DATABASE_OWNER_URL;
    if (!url || !settings.worksQueues) return new OwnerDatabase(serving, null);
    const options = { ...servingOptions(settings), url, poolSize: CONNECTIONS };
    const own = await new DataSource(options as ReturnType<typeof servingOptions>).initialize();
    return new OwnerDatabase(new Database(own, settings, longReads), own);
  }

  async onModuleDestroy(): Promise<void> {
    if (!this.own) return;
    await this.database.onModuleDestroy();
    await this.own.destroy();
  }
}
