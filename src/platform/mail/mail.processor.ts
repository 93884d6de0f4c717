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

/** Messages sent at a time. */
const BATCH_SIZE = 5;
/** Seconds for which a worker has the lease of a message; then another may take it. */
const CLAIM = 120;
/** Seconds before the first retry; each further one waits twice as long, up to an hour. */
const FIRST_RETRY = 30;
const LONGEST_WAIT = 3_600;
/** Seconds for which an unreachable mail server is asked, as mail servers do with each other. */
const GIVE_UP = 5 * 86_400;
/** Seconds for which a message that was given up is kept. */
const KEPT = 30 * 86_400;

/** Mail that is late or has failed. A message for a later time is neither. */
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

/** Sends the messages written down. Whatever happens to a job, the sweep finds the messages that are due. */
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
      due = await this.#take();
      await Promise.all(due.map((mail) => this.#send(mail)));
    } while (due.length && !this.#stopping);
  }

  /** Removes messages that were given up long ago. Resolves with their number. */
  async forget(): Promise<number> {
    const { count } = await this.database.execute(
      'delete from mails where next_attempt_at is null and created_at < $1',
      [this.clock.iso(-KEPT)],
    );
    return count;
  }

  /** Sends a message soon that waits for its next attempt, or was given up. */
  async retry(id: string): Promise<void> {
    const { workspaceId, unitOfWork } = currentContext();
    await this.database.write(
      `update mails set next_attempt_at = $3
       where workspace_id = $1 and id = $2 and error is not null and (next_attempt_at is null or next_attempt_at > $3)`,
      [workspaceId, id, this.clock.iso()],
    );
    unitOfWork!.afterCommit(() => void this.mail.wake());
  }

  async #take(): Promise<Due[]> {
    const { rows } = await this.database.execute<Due>(
      `update mails set next_attempt_at = $2, attempts = attempts + 1
       where (workspace_id, id) in (
         select workspace_id, id from mails where next_attempt_at <= $1 order by next_attempt_at limit ${BATCH_SIZE}
         for update skip locked
       )
       returning workspace_id, id, about, message, attempts, created_at`,
      [this.clock.iso(), this.clock.iso(CLAIM)],
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
      // It was taken back while it went out.
      if (about !== null && !sent.count) await this.transport.forget(about);
    } catch (thrown) {
      const error = thrown as Error;
      const reason = withoutAddress(error.message, to);
      const wait = Math.min(FIRST_RETRY * 2 ** (attempts - 1), LONGEST_WAIT);
      const over = this.clock.now() + wait * 1000 > Date.parse(created_at) + GIVE_UP * 1000;
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
