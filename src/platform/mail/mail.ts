import { Injectable, Logger } from '@nestjs/common';
import { currentContext, type Language } from '../context/request-context.js';
import { Clock } from '../database/clock.js';
import { Database } from '../database/database.js';
import { newId } from '../fields/ids.js';
import { Works } from '../leased-work/works.js';
import { Secrets } from '../security/secrets.js';
import { type Letter, render, type Sender } from './letter.js';
import { MailTransport } from './mail-transport.js';

/** A message to one address. */
export interface Message {
  /** One address. */
  to: string;
  subject: string;
  letter: Letter;
  /**
   * Of subject and letter: that of whoever gets it (`Mail.languageFor`). That of the request (`currentLanguage`) only where it comes
   * from this very person.
   */
  language: Language;
}

/** A message as it is queued and sent. `text` and `html` have the same content. */
export interface RenderedMessage {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface MailOptions {
  /** Id of the record concerned, for `cancel` and `forget`. */
  about?: string;
  /** Send time (ISO 8601). Default: now. */
  at?: string;
}

/**
 * Queues mail. The message is inserted in the current unit of work and sent after the commit, at least once. An unreachable
 * mail server delays it, but never fails or slows down the request.
 *
 * @example
 * const language = await this.mail.languageFor(user.language);
 * await this.mail.send({ to: user.email, subject: t('Welcome', {}, language), letter: { lines: [t('Begin.', {}, language)] }, language });
 */
@Injectable()
export class Mail {
  readonly #logger = new Logger('Mail');

  constructor(
    private readonly database: Database,
    private readonly secrets: Secrets,
    private readonly works: Works,
    private readonly clock: Clock,
    private readonly transport: MailTransport,
  ) {
    secrets.keptIn('mails', ['message'], { lasting: false });
  }

  /** The language of a person, where they have one (`User.language`), else that of the workspace. */
  async languageFor(own: Language | null): Promise<Language> {
    if (own) return own;
    const [workspace] = await this.database.read<{ language: Language }>(
      'select language from workspace_settings where workspace_id = $1',
      [currentContext().workspaceId],
    );
    return workspace?.language ?? 'en';
  }

  /** Throws outside of a unit of work. */
  async send(
    { to, subject, letter, language }: Message,
    { about, at = this.clock.iso() }: MailOptions = {},
  ): Promise<void> {
    if (!currentContext().unitOfWork) throw new Error('Mail can only be sent inside a unit of work.');
    const { workspaceId } = currentContext();
    const [sender] = await this.database.read<Sender & Record<string, unknown>>(
      'select name, accent_color from workspace_settings where workspace_id = $1',
      [workspaceId],
    );
    const rendered = render(sender ?? { name: '', accent_color: null }, letter, language);
    const message: RenderedMessage = { to, subject, ...rendered };
    const sealed = this.secrets.encrypt(JSON.stringify(message));
    await this.works.add('mail', { id: newId('mail'), about: about ?? null, message: sealed, created_at: at }, at);
  }

  /** Like `send`, unless an unsent message is about the same. */
  async sendOnce(message: Message, options: MailOptions & { about: string }): Promise<void> {
    const waiting = await this.database.read('select 1 from mails where workspace_id = $1 and about = $2 limit 1', [
      currentContext().workspaceId,
      options.about,
    ]);
    if (!waiting.length) await this.send(message, options);
  }

  /** Cancels unsent messages about a record when the unit of work commits. */
  async cancel(about: string): Promise<void> {
    await this.database.write('delete from mails where workspace_id = $1 and about = $2', [
      currentContext().workspaceId,
      about,
    ]);
  }

  /** Cancels unsent messages when the unit of work commits and, without a mail server, then deletes written files. */
  async forget(about: string): Promise<void> {
    await this.cancel(about);
    currentContext().unitOfWork!.afterCommit(() => {
      this.transport
        .forget(about)
        .catch((error: unknown) => this.#logger.error(error, `Messages about ${about} could not be removed.`));
    });
  }
}
