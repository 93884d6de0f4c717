import { Clock } from '../database/clock.js';
import { Database } from '../database/database.js';
import { notFrozen } from '../database/freezes.js';
import type { Lease } from '../leased-work/lease.js';
import { Interrupted, LeasedWork, type WorkProcessor } from '../leased-work/leased-work.js';
import { Maintenance } from '../maintenance/maintenance.js';
import { Secrets } from '../security/secrets.js';
import { MailTransport } from './mail-transport.js';
import type { RenderedMessage } from './mail.js';

/** Retention of messages that were given up. */
const RETENTION_SECONDS = 30 * 86_400;

interface QueuedMail {
  workspace_id: string;
  id: string;
  about: string | null;
  message: string;
  attempts: number;
  created_at: string;
}

/** Sends queued messages. */
@LeasedWork({
  kind: 'mail',
  table: 'mails',
  task: 'mail-sweep',
  description: 'Sends mail that is due and has not been sent.',
  queue: 'mail',
  columns: { about: 'about' },
  batch: 5,
  backoff: { firstSeconds: 30, maxSeconds: 3_600 },
  // Five days, as is usual for mail servers.
  giveUp: { ageSeconds: 5 * 86_400 },
})
export class MailSending implements WorkProcessor<QueuedMail> {
  constructor(
    private readonly database: Database,
    private readonly transport: MailTransport,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    maintenance: Maintenance,
  ) {
    maintenance.add({
      name: 'mails',
      description: 'Removes mail that was sent or has failed for good.',
      every: 3_600_000,
      run: () => this.forget(),
    });
  }

  async process({ id, about, message }: QueuedMail, lease: Lease): Promise<void> {
    const opened = JSON.parse(this.secrets.decrypt(message)) as RenderedMessage;
    try {
      await this.transport.send(id, opened, about);
    } catch (error) {
      (error as Error).message = withoutAddress((error as Error).message, opened.to);
      throw error;
    }
    try {
      await lease.complete();
    } catch (error) {
      // Cancelled while it was being sent.
      if (about !== null && error instanceof Interrupted) await this.transport.forget(about);
      throw error;
    }
  }

  /** Removes messages that were given up long ago. */
  async forget(): Promise<void> {
    await this.database.execute(
      `delete from mails where next_attempt_at is null and created_at < $1 and ${notFrozen()}`,
      [this.clock.iso(-RETENTION_SECONDS)],
    );
  }
}

/** Removes the address from a mail server's answer, because personal data does not belong in the log. */
const withoutAddress = (reason: string, address: string): string =>
  address ? reason.replace(new RegExp(address.replace(/\W/g, '\\$&'), 'gi'), 'the recipient') : reason;
