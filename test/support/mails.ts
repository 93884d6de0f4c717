import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import type { RenderedMessage } from '../../src/platform/mail/mail.js';
import { Secrets } from '../../src/platform/security/secrets.js';
import type { TestApp } from './test-app.js';

/** Subject and text of the mails that were sent: without a mail server they are files. */
export async function sentMails({ settings }: TestApp): Promise<{ to: string; words: string }[]> {
  const files = globSync(join(settings.DATA_DIR, 'mail', '*.eml'));
  return Promise.all(
    files.map(async (file) => {
      const { to, subject, text } = await PostalMime.parse(await readFile(file));
      return { to: to![0]!.address!, words: `${subject}\n${text}` };
    }),
  );
}

/** The mails that wait to be sent, the newest last. All stay so in an application that sends none (`ROLE=api`). */
export async function waitingMails({ app, database }: TestApp): Promise<RenderedMessage[]> {
  const { rows } = await database.execute('select message from mails order by created_at, id');
  return rows.map(({ message }) => JSON.parse(app.get(Secrets).decrypt(message)) as RenderedMessage);
}

/** Subject and text of the mails to an address, whether they were sent or wait, perhaps for the morning. */
export async function mailsTo(suite: TestApp, email: string): Promise<string[]> {
  // What is sent in between is found twice rather than not at all.
  const waiting = (await waitingMails(suite)).map(({ to, subject, text }) => ({ to, words: `${subject}\n${text}` }));
  const all = [...waiting, ...(await sentMails(suite))];
  return all.filter(({ to }) => to === email).map(({ words }) => words);
}
