import { Injectable } from '@nestjs/common';
import { currentContext } from '../context/request-context.js';
import { Clock } from '../database/clock.js';
import { Database } from '../database/database.js';
import { newId } from '../fields/ids.js';
import { Queues } from '../queues/queues.js';
import { Secrets } from '../security/secrets.js';

export const MAIL_QUEUE = 'mail';

/** A message to one address. `text` and `html` say the same; the caller escapes foreign words in `html`. */
export interface Message {
  /** One address. */
  to: string;
  subject: string;
  text: string;
  html: string;
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
  ) {}

  /** Throws outside of a unit of work. */
  async send(message: Message): Promise<void> {
    const { workspaceId, unitOfWork } = currentContext();
    if (!unitOfWork) throw new Error('Mail can only be sent inside a unit of work.');
    await this.database.write(
      'insert into mails (workspace_id, id, message, next_attempt_at, created_at) values ($1, $2, $3, $4, $4)',
      [workspaceId, newId('mail'), this.secrets.encrypt(JSON.stringify(message)), this.clock.iso()],
    );
    unitOfWork.afterCommit(() => void this.#wake());
  }

  #wake(): Promise<void> {
    return this.queues.add(MAIL_QUEUE, 'send', {}, { deduplication: { id: 'send', keepLastIfActive: true } });
  }
}
