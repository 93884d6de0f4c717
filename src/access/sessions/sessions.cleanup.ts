import { Injectable } from '@nestjs/common';
import { Clock, Database, Maintenance } from '../../platform/index.js';
import { READABLE_DAYS } from './session.resource.js';

const HOUR = 3_600_000;
const BATCH = 10_000;

/** Removes sessions 90 days after their end, and tokens as soon as they have ended. */
@Injectable()
export class SessionCleanup {
  constructor(
    maintenance: Maintenance,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    maintenance.add({
      name: 'sessions',
      description: 'Removes expired and revoked sessions.',
      every: HOUR,
      run: () => this.clean(),
    });
  }

  /** Answers how many rows were removed. Their end was noted and told when it came, so this is not. */
  async clean(): Promise<number> {
    const now = this.clock.iso();
    return (
      (await this.#remove('access_tokens', 'expires_at', now)) +
      (await this.#remove('oauth_artifacts', 'expires_at', now)) +
      (await this.#remove('used_challenges', 'expires_at', now)) +
      (await this.#remove('sessions', 'coalesce(revoked_at, expires_at)', this.clock.iso(-READABLE_DAYS * 86_400)))
    );
  }

  async #remove(table: string, end: string, before: string): Promise<number> {
    for (let all = 0; ;) {
      const { count } = await this.database.execute(
        `delete from ${table} where ctid = any(array(select ctid from ${table} where ${end} <= $1 limit ${BATCH}))`,
        [before],
      );
      all += count;
      if (count < BATCH) return all;
    }
  }
}
