import { randomBytes } from 'node:crypto';
import { UserLinks } from '../../src/access/links/user-links.service.js';
import { Passwords } from '../../src/access/passwords/passwords.service.js';
import { User } from '../../src/access/users/user.entity.js';
import { asSystem } from '../../src/platform/context/request-context.js';
import type { RenderedMessage } from '../../src/platform/mail/mail.js';
import { StoreRegistry } from '../../src/platform/resource/stores.module.js';
import { Secrets } from '../../src/platform/security/secrets.js';
import { waitingMails } from './mails.js';
import type { TestApp } from './test-app.js';

export const PASSWORD = 'correct horse battery';

/** Hashing takes long on purpose, so the users of a process have one hash. */
let hash: Promise<string> | undefined;

/** A user with a password, active unless told otherwise; in the first workspace unless in another. */
export async function makeUser(
  suite: TestApp,
  facts: Partial<Pick<User, 'email' | 'display_name' | 'language' | 'status' | 'roles' | 'password_hash'>> = {},
  workspaceId = suite.workspaceId,
): Promise<User> {
  const password_hash = await (hash ??= suite.app.get(Passwords).hash(PASSWORD));
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  const user = { email, display_name: 'Ada', status: 'active', roles: [], password_hash, ...facts };
  return asSystem(workspaceId, () =>
    suite.database.transaction(() => suite.app.get(StoreRegistry).of(User).create(user)),
  );
}

/** A user of whichever workspace, by their id. */
export async function userOf(suite: TestApp, id: string): Promise<User> {
  const { rows } = await suite.database.execute('select * from users where id = $1', [id]);
  return rows[0] as unknown as User;
}

/** Runs work of the application in the first workspace, in one unit of work. */
export const inUnit = <T>(suite: TestApp, work: () => Promise<T>): Promise<T> =>
  asSystem(suite.workspaceId, () => suite.database.transaction(work));

/** The mail that waits for an address, the newest last. For an application that sends no mail (`ROLE=api`). */
export async function mailTo(suite: TestApp, email: string): Promise<RenderedMessage[]> {
  return (await waitingMails(suite)).filter(({ to }) => to === email);
}

/** The path, with its token, of the newest link that waits to be sent to an address. */
export async function linkTo(suite: TestApp, email: string): Promise<string> {
  return linkIn((await mailTo(suite, email)).at(-1)!);
}

/** Sends a user of the first workspace a link to choose a password with, and answers its path with the token. */
export const sendLink = (suite: TestApp, user: User): Promise<string> =>
  inUnit(suite, async () => {
    await suite.app.get(UserLinks).resetPassword(user);
    // Seen before the commit, as it may be sent and gone right after.
    const [sent] = await suite.database.read('select message from mails order by created_at desc, id desc limit 1');
    return linkIn(JSON.parse(suite.app.get(Secrets).decrypt(sent!.message)) as RenderedMessage);
  });

function linkIn({ text }: RenderedMessage): string {
  const link = new URL(/^http\S+$/m.exec(text)![0]);
  return link.pathname + link.search;
}
