import { WorkerHost } from '@nestjs/bullmq';
import { Logger, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from '../database/clock.js';
import { Database } from '../database/database.js';
import { currentContext } from '../context/request-context.js';
import { Backlogs } from '../maintenance/backlogs.js';
import { Maintenance } from '../maintenance/maintenance.js';
import { QueueProcessor } from '../queues/queue-processor.js';
import { Secrets } from '../security/secrets.js';
import { MailRefused, MailTransport } from './mail-transport.js';
import { Mail, MAIL_QUEUE, type Message } from './mail.js';

/** Messages per claim. */
const BATCH_SIZE = 5;
/** Lease of a message. */
const LEASE_SECONDS = 120;
/** Exponential backoff: the first delay, doubled up to the maximum. */
const FIRST_RETRY_SECONDS = 30;
const MAX_RETRY_SECONDS = 3_600;
/** Messages are given up after this time, as is usual for mail servers. */
const GIVE_UP_SECONDS = 5 * 86_400;
/** Retention of messages that were given up. */
const RETENTION_SECONDS = 30 * 86_400;

/** Due or failed messages. A message scheduled for later is neither. */
const OUTSTANDING = `
  select workspace_id, id, about, case when error is null then 'waiting' else 'failing' end as status, error as reason,
    attempts, created_at, next_attempt_at
  from mails where error is not null or next_attempt_at is null or next_attempt_at <= $1`;

interface Due {
  workspace_id: string;
  id: string;
  about: string | null;
  message: string;
  attempts: number;
  created_at: string;
}

/** Sends queued messages. If a job is lost, the sweep finds due messages. */
@QueueProcessor(MAIL_QUEUE)
export class MailProcessor extends WorkerHost implements OnModuleDestroy {
  readonly #logger = new Logger('Mail');
  #stopping = false;

  constructor(
    private readonly database: Database,
    private readonly transport: MailTransport,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly mail: Mail,
    maintenance: Maintenance,
    backlogs: Backlogs,
  ) {
    super();
    backlogs.add({ kind: 'mail', items: OUTSTANDING, retry: (id) => this.retry(id) });
    maintenance.add({
      name: 'mail-sweep',
      description: 'Sends mail that is due and has not been sent.',
      due: 'select 1 from mails where next_attempt_at <= $1',
      run: () => this.process(),
    });
    maintenance.add({
      name: 'mails',
      description: 'Removes mail that was sent or has failed for good.',
      every: 3_600_000,
      run: () => this.forget(),
    });
  }

  onModuleDestroy(): void {
    this.#stopping = true;
  }

  /** Sends until nothing is due. */
  async process(): Promise<void> {
    let due: Due[];
    do {
      due = await this.#claim();
      await Promise.all(due.map((mail) => this.#send(mail)));
    } while (due.length && !this.#stopping);
  }

  /** Removes messages that were given up long ago. Resolves with their number. */
  async forget(): Promise<number> {
    const { count } = await this.database.execute(
      'delete from mails where next_attempt_at is null and created_at < $1',
      [this.clock.iso(-RETENTION_SECONDS)],
    );
    return count;
  }

  /** Makes a failed or waiting message due now. */
  async retry(id: string): Promise<void> {
    const { workspaceId, unitOfWork } = currentContext();
    await this.database.write(
      `update mails set next_attempt_at = $3
       where workspace_id = $1 and id = $2 and error is not null and (next_attempt_at is null or next_attempt_at > $3)`,
      [workspaceId, id, this.clock.iso()],
    );
    unitOfWork!.afterCommit(() => void this.mail.wake());
  }

  async #claim(): Promise<Due[]> {
    const { rows } = await this.database.execute<Due>(
      `update mails set next_attempt_at = $2, attempts = attempts + 1
       where (workspace_id, id) in (
         select workspace_id, id from mails where next_attempt_at <= $1 order by next_attempt_at limit ${BATCH_SIZE}
         for update skip locked
       )
       returning workspace_id, id, about, message, attempts, created_at`,
      [this.clock.iso(), this.clock.iso(LEASE_SECONDS)],
    );
    return rows;
  }

  async #send({ workspace_id, id, about, message, attempts, created_at }: Due): Promise<void> {
    let to = '';
    try {
      const opened = JSON.parse(this.secrets.decrypt(message)) as Message;
      to = opened.to;
      await this.transport.send(id, opened, about);
      const sent = await this.database.execute('delete from mails where workspace_id = $1 and id = $2', [
        workspace_id,
        id,
      ]);
      // Cancelled while it was being sent.
      if (about !== null && !sent.count) await this.transport.forget(about);
    } catch (thrown) {
      const error = thrown as Error;
      const reason = withoutAddress(error.message, to);
      const wait = Math.min(FIRST_RETRY_SECONDS * 2 ** (attempts - 1), MAX_RETRY_SECONDS);
      const over = this.clock.now() + wait * 1000 > Date.parse(created_at) + GIVE_UP_SECONDS * 1000;
      const final = over || error instanceof MailRefused;
      this.#logger[final ? 'error' : 'warn'](
        `Message ${id} could not be sent and is ${final ? 'given up' : `tried again in ${wait} s`}: ${reason}`,
      );
      await this.database.execute(
        'update mails set next_attempt_at = $3, error = $4 where workspace_id = $1 and id = $2',
        [workspace_id, id, final ? null : this.clock.iso(wait), reason],
      );
    }
  }
}

/** Removes the address from a mail server's answer, because personal data does not belong in the log. */
const withoutAddress = (reason: string, address: string): string =>
  address ? reason.replace(new RegExp(address.replace(/\W/g, '\\$&'), 'gi'), 'the recipient') : reason;
