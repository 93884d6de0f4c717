import { Injectable } from '@nestjs/common';
import { currentContext } from '../context/request-context.js';
import { Clock } from '../database/clock.js';
import { Database } from '../database/database.js';
import { newId } from '../fields/ids.js';
import { Queues } from '../queues/queues.js';
import { Secrets } from '../security/secrets.js';
import { MailTransport } from './mail-transport.js';

export const MAIL_QUEUE = 'mail';

/** A message to one address. `text` and `html` say the same; the caller escapes foreign words in `html`. */
export interface Message {
  /** One address. */
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface MailOptions {
  /** The id of the record that it is about, by which it can be forgotten. */
  about?: string;
  /** When it is to be sent (ISO 8601). Default: at once. */
  at?: string;
}

/**
 * Sends mail. The message is written down in the running unit of work and goes out after its commit, at least once:
 * a mail server that is away delays it, and neither fails nor slows down the work.
 *
 * @example
 * await this.mail.send({ to: user.email, subject: 'Welcome', text: `Begin at ${link}`, html: `<a href="${link}">…` });
 */
@Injectable()
export class Mail {
  constructor(
    private readonly database: Database,
    private readonly secrets: Secrets,
    private readonly queues: Queues,
    private readonly clock: Clock,
    private readonly transport: MailTransport,
  ) {
    secrets.keptIn('mails', ['message'], { lasting: false });
  }

  /** Throws outside of a unit of work. */
  async send(message: Message, { about, at = this.clock.iso() }: MailOptions = {}): Promise<void> {
    const { workspaceId, unitOfWork } = currentContext();
    if (!unitOfWork) throw new Error('Mail can only be sent inside a unit of work.');
    await this.database.write(
      'insert into mails (workspace_id, id, about, message, next_attempt_at, created_at) values ($1, $2, $3, $4, $5, $5)',
      [workspaceId, newId('mail'), about ?? null, this.secrets.encrypt(JSON.stringify(message)), at],
    );
    if (at <= this.clock.iso()) unitOfWork.afterCommit(() => void this.wake());
  }

  /** Takes back what was not sent yet about a record, from the commit of the unit of work on. */
  async cancel(about: string): Promise<void> {
    await this.database.write('delete from mails where workspace_id = $1 and about = $2', [
      currentContext().workspaceId,
      about,
    ]);
  }

  /** Takes back what was not sent, and where messages are written to files (no mail server) removes those, too. */
  async forget(about: string): Promise<void> {
    await this.cancel(about);
    await this.transport.forget(about);
  }

  /** Wakes a worker for the messages that are due. */
  wake(): Promise<void> {
    return this.queues.add(MAIL_QUEUE, 'send', {}, { deduplication: { id: 'send', keepLastIfActive: true } });
  }
}
