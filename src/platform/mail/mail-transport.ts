import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SendMailOptions, Transporter } from 'nodemailer';
import { isLoopback } from '../config/loopback.js';
import { Settings } from '../config/settings.js';
import { PermanentFailure } from '../leased-work/leased-work.js';
import type { RenderedMessage } from './mail.js';

/** SMTP timeouts. */
const TIMEOUTS_MS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Sends mail by SMTP (`SMTP_URL`), or writes it to files in `DATA_DIR/mail`. */
@Injectable()
export class MailTransport implements OnApplicationShutdown {
  readonly #logger = new Logger('Mail');
  #transport: Promise<Transporter> | null = null;

  constructor(private readonly settings: Settings) {}

  async onApplicationShutdown(): Promise<void> {
    (await this.#transport)?.close();
  }

  /** Sends with our own Message-ID, by which mailboxes detect duplicates. `about`: the id of the record concerned, for `forget`. */
  async send(id: string, { to, subject, text, html }: RenderedMessage, about: string | null): Promise<void> {
    const from = this.settings.mailFrom;
    const mail: SendMailOptions = {
      messageId: `<${id}@${new URL(this.settings.BASE_URL).hostname}>`,
      from,
      to: { name: '', address: to },
      subject,
      text,
      html,
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
    };
    if (this.settings.SMTP_URL) await this.#hand(mail);
    else await this.#write(about === null ? id : `${about}.${id}`, mail);
  }

  /** Removes the files of messages about a record. */
  async forget(about: string): Promise<void> {
    if (this.settings.SMTP_URL) return;
    const directory = join(this.settings.DATA_DIR, 'mail');
    const files = await readdir(directory).catch(() => []);
    for (const file of files) if (file.startsWith(`${about}.`)) await rm(join(directory, file), { force: true });
  }

  /** Lazy, because most processes never send mail. */
  async #open(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer');
    const { SMTP_URL: url, SMTP_ALLOW_PLAIN } = this.settings;
    // Requires TLS: an attacker who strips STARTTLS from the greeting would read password and links (RFC 3207, section 6).
    const requireTLS = SMTP_ALLOW_PLAIN === 'off' && url !== undefined && !isLoopback(new URL(url).hostname);
    return url
      ? createTransport({ url, requireTLS, pool: true, maxConnections: 2, ...TIMEOUTS_MS })
      : createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  }

  async #hand(mail: SendMailOptions): Promise<void> {
    const transport = await (this.#transport ??= this.#open());
    try {
      await transport.sendMail(mail);
    } catch (error) {
      const { code, responseCode, message } = error as { code?: string; responseCode?: number; message: string };
      // Only rejections of sender, recipient or message are permanent. A rejected login, for example, can be fixed.
      const refused = code === 'EENVELOPE' || (code === 'EMESSAGE' && responseCode !== undefined);
      const final = refused && (responseCode ?? 500) >= 500;
      throw final ? new PermanentFailure(message) : error;
    }
  }

  async #write(name: string, mail: SendMailOptions): Promise<void> {
    const transport = await (this.#transport ??= this.#open());
    const { message } = (await transport.sendMail(mail)) as unknown as { message: Buffer };
    const directory = join(this.settings.DATA_DIR, 'mail');
    const file = join(directory, `${name}.eml`);
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await writeFile(`${file}.part`, message, { mode: 0o600 });
    await rename(`${file}.part`, file);
    // Saves opening the file in development. Never in production: such links do not belong in a log.
    const link = this.settings.APP_ENV === 'production' ? null : /https?:\/\/\S+/.exec(String(mail.text))?.[0];
    const where = link ? `${file}; its link: ${link}` : file;
    this.#logger.log(`No mail server is set (SMTP_URL), so a message was written to ${where}`);
  }
}
