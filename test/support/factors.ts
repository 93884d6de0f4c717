import { FactorsService } from '../../src/access/factors/factors.service.js';
import { codeOf, stepAt } from '../../src/access/factors/totp.js';
import type { User } from '../../src/access/users/user.entity.js';
import { asSystem } from '../../src/platform/context/request-context.js';
import type { TestApp } from './test-app.js';

/** The authenticator app of a user, as they would have it on their phone. */
export class Authenticator {
  constructor(
    private readonly suite: TestApp,
    readonly secret: Buffer,
    readonly recoveryCodes: string[] = [],
  ) {}

  /** The code of now, or of so many time steps later. */
  code(steps = 0): string {
    return codeOf(this.secret, stepAt(this.suite.clock.now()) + steps);
  }
}

/** The secret that a page with a QR code shows in letters, in an app. */
export function scan(suite: TestApp, { text }: { text: string }): Authenticator {
  const [, key] = /type in the key: <code>([^<]+)</.exec(text)!;
  const bits = [...key!.replaceAll(' ', '')]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const bytes = bits.match(/.{8}/g)!.map((byte) => parseInt(byte, 2));
  return new Authenticator(suite, Buffer.from(bytes));
}

/** The recovery codes that a page shows. */
export const recoveryCodesIn = ({ text }: { text: string }): string[] =>
  [...text.matchAll(/<li><code>([^<]+)<\/code>/g)].map(([, code]) => code!);

/** Sets up an authenticator app for a user, none of whose codes has been used. */
export async function withTotp(suite: TestApp, user: User): Promise<Authenticator> {
  const factors = suite.app.get(FactorsService);
  const app = new Authenticator(suite, factors.newSecret());
  const codes = await asSystem(user.workspace_id, () =>
    suite.database.transaction(() => factors.addTotp(user, app.secret, app.code())),
  );
  await suite.database.execute('update factors set last_step = 0, last_used_at = null where user_id = $1', [user.id]);
  return new Authenticator(suite, app.secret, codes!);
}
