import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { Factor } from '../../src/access/factors/factor.entity.js';
import type { User } from '../../src/access/users/user.entity.js';
import { asSystem } from '../../src/platform/context/request-context.js';
import { StoreRegistry } from '../../src/platform/resource/stores.module.js';
import type { Visit } from './browser.js';
import type { TestApp } from './test-app.js';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** Bits of authenticator data: the user was there, and was verified. */
const [PRESENT, VERIFIED] = [1, 4];

/** Parts of an answer that a test makes wrong. */
interface Wrong {
  challenge?: string;
  origin?: string;
  /** The domain that the authenticator answers for. */
  site?: string;
  verified?: boolean;
  counter?: number;
  key?: KeyObject;
}

/** A passkey of a user, which answers as authenticators do, without a browser. */
export class SoftPasskey {
  readonly id = randomBytes(16).toString('base64url');
  readonly #key: KeyObject;
  readonly #site: URL;

  private constructor(suite: TestApp, key: KeyObject) {
    this.#key = key;
    this.#site = new URL(suite.settings.BASE_URL);
  }

  static async of(suite: TestApp, user: User, counter: number): Promise<SoftPasskey> {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const passkey = new SoftPasskey(suite, privateKey);
    const [x, y] = ['x', 'y'].map((name) =>
      Buffer.from((publicKey.export({ format: 'jwk' }) as any)[name], 'base64url'),
    );
    // COSE: an EC2 key for ES256 on P-256.
    const cose = [Buffer.from('a5010203262001215820', 'hex'), x!, Buffer.from('225820', 'hex'), y!];
    await asSystem(user.workspace_id, () =>
      suite.database.transaction(() =>
        suite.app
          .get(StoreRegistry)
          .of(Factor)
          .create({
            user_id: user.id,
            type: 'passkey',
            name: 'Soft',
            credential_id: passkey.id,
            public_key: Buffer.concat(cose).toString('base64url'),
            counter,
            transports: [],
          }),
      ),
    );
    return passkey;
  }

  /** The answer to the challenge of a page, as JSON. */
  answer({ text }: Pick<Visit, 'text'>, wrong: Wrong = {}): string {
    const { challenge = challengeIn(text), origin = this.#site.origin, site = this.#site.hostname } = wrong;
    const { verified = true, counter = 6, key = this.#key } = wrong;
    const client = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin, crossOrigin: false }));
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const data = Buffer.concat([sha256(site), Buffer.from([verified ? PRESENT | VERIFIED : PRESENT]), count]);
    return JSON.stringify({
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), key).toString('base64url'),
      },
    });
  }
}

const challengeIn = (text: string): string => /challenge(?:&quot;|"):(?:&quot;|")([\w-]+)/.exec(text)![1]!;
