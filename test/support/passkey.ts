import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { Factor } from '../../src/access/factors/factor.entity.js';
import type { User } from '../../src/access/users/user.entity.js';
import { asSystem } from '../../src/platform/context/request-context.js';
import { StoreRegistry } from '../../src/platform/resource/stores.module.js';
import type { Visit } from './browser.js';
import type { TestApp } from './test-app.js';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** Bits of authenticator data: the user was there, was verified, and a new key is in it. */
const [PRESENT, VERIFIED, NEW_KEY] = [1, 4, 64];

/** Parts of an answer that a test makes wrong. */
interface Wrong {
  challenge?: string;
  origin?: string;
  /** The domain that the authenticator answers for. */
  site?: string;
  verified?: boolean;
  counter?: number;
  key?: KeyObject;
  /** The user whom the authenticator names. */
  user?: Pick<User, 'workspace_id' | 'id'>;
  /** The algorithm that a new key names, as COSE numbers it. */
  algorithm?: number;
  /** `packed`: a new key signs for itself; with `key`, another one does. */
  format?: 'none' | 'packed';
}

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** COSE: an EC2 key on P-256; ES256 is -7. */
function coseOf(publicKey: KeyObject, algorithm = -7): Buffer {
  const [x, y] = ['x', 'y'].map((name) => Buffer.from((publicKey.export({ format: 'jwk' }) as any)[name], 'base64url'));
  const numbers = Buffer.from([0xa5, 0x01, 0x02, 0x03, ...cborNegative(algorithm), 0x20, 0x01, 0x21, 0x58, 0x20]);
  return Buffer.concat([numbers, x!, Buffer.from('225820', 'hex'), y!]);
}

/** CBOR of a number from -256 to -1. */
const cborNegative = (number: number) => (number >= -24 ? [0x20 - number - 1] : [0x38, -number - 1]);
const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
const cborBytes = (bytes: Buffer) => Buffer.concat([Buffer.from([0x58, bytes.length]), bytes]);

/** A passkey of a user, which answers as authenticators do, without a browser. */
export class SoftPasskey {
  readonly id = randomBytes(16).toString('base64url');

  private constructor(
    private readonly suite: TestApp,
    private readonly key: KeyObject,
    private readonly user: User,
  ) {}

  static async of(suite: TestApp, user: User, counter: number): Promise<SoftPasskey> {
    const { privateKey, publicKey } = newKey();
    const passkey = new SoftPasskey(suite, privateKey, user);
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
            public_key: coseOf(publicKey).toString('base64url'),
            counter,
            transports: [],
          }),
      ),
    );
    return passkey;
  }

  /** The answer to the challenge of a page, as JSON. */
  answer({ text }: Pick<Visit, 'text'>, wrong: Wrong = {}): string {
    const { key = this.key, user = this.user } = wrong;
    const client = clientData('webauthn.get', this.suite, text, wrong);
    const data = authenticatorData(this.suite, wrong);
    return JSON.stringify({
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), key).toString('base64url'),
        userHandle: Buffer.from(`${user.workspace_id} ${user.id}`).toString('base64url'),
      },
    });
  }
}

/** An answer of an authenticator that makes a passkey with the options of a page, as JSON. `id`: of the passkey. */
export function newPasskey(
  suite: TestApp,
  { text }: Pick<Visit, 'text'>,
  wrong: Wrong = {},
  id = randomBytes(16).toString('base64url'),
): string {
  const { privateKey, publicKey } = newKey();
  const { format = 'none', key = privateKey } = wrong;
  const rawId = Buffer.from(id, 'base64url');
  const client = clientData('webauthn.create', suite, text, wrong);
  const made = [Buffer.alloc(16), Buffer.from([0, rawId.length]), rawId, coseOf(publicKey, wrong.algorithm)];
  const data = authenticatorData(suite, wrong, NEW_KEY, ...made);
  const signature = sign('sha256', Buffer.concat([data, sha256(client)]), key);
  const statement =
    format === 'none'
      ? [Buffer.from([0xa0])]
      : [Buffer.from([0xa2]), cborText('alg'), Buffer.from([0x26]), cborText('sig'), cborBytes(signature)];
  const attestation = Buffer.concat([
    Buffer.from([0xa3]),
    cborText('fmt'),
    cborText(format),
    cborText('attStmt'),
    ...statement,
    cborText('authData'),
    cborBytes(data),
  ]);
  return JSON.stringify({
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: client.toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    },
  });
}

function clientData(type: string, suite: TestApp, page: string, wrong: Wrong): Buffer {
  const { challenge = challengeIn(page), origin = new URL(suite.settings.BASE_URL).origin } = wrong;
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function authenticatorData(suite: TestApp, wrong: Wrong, flags = 0, ...more: Buffer[]): Buffer {
  const { site = new URL(suite.settings.BASE_URL).hostname, verified = true, counter = 6 } = wrong;
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([
    sha256(site),
    Buffer.from([(verified ? PRESENT | VERIFIED : PRESENT) | flags]),
    count,
    ...more,
  ]);
}

const challengeIn = (text: string): string => /challenge(?:&quot;|"):(?:&quot;|")([\w-]+)/.exec(text)![1]!;
