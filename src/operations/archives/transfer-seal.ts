import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/** RFC 8410: the bytes before an X25519 key in DER. */
const PRIVATE_DER = Buffer.from('302e020100300506032b656e04220420', 'hex');
const PUBLIC_DER = Buffer.from('302a300506032b656e032100', 'hex');
const PREFIX = 'x25519.';

/**
 * Seals secrets for one other deployment: X25519 between a key of this archive and the public key of the target, HKDF-SHA-256,
 * AES-256-GCM with a random nonce for each value. Nothing secret is carried by hand, and the source cannot read the archive later.
 */
export class TransferSeal {
  private constructor(
    private readonly key: Buffer,
    /** The public half of the key of the archive. */
    readonly ephemeral: string,
  ) {}

  /** Null if the text is no transfer key. */
  static for(transferKey: string): TransferSeal | null {
    const to = publicKeyOf(transferKey);
    if (!to) return null;
    const { privateKey, publicKey } = generateKeyPairSync('x25519');
    const ephemeral = textOf(publicKey);
    return new TransferSeal(agreed(privateKey, to, ephemeral, transferKey), ephemeral);
  }

  static by({ privateKey, text }: TransferKey, ephemeral: string): TransferSeal {
    const from = publicKeyOf(ephemeral);
    if (!from) throw new Error('the key of the archive is not valid');
    return new TransferSeal(agreed(privateKey, from, ephemeral, text), ephemeral);
  }

  /** `place`: where the value belongs. A sealed value opens only there. */
  seal(text: string, place: string): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.key, nonce).setAAD(Buffer.from(place));
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
  }

  /** Throws if the value was changed, or belongs to another place or archive. */
  open(sealed: string, place: string): string {
    const bytes = Buffer.from(sealed, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', this.key, bytes.subarray(0, 12), { authTagLength: 16 });
    decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  }
}

/** The key pair with which a deployment receives workspaces. */
export class TransferKey {
  readonly privateKey: KeyObject;
  /** The public key, which is not secret. */
  readonly text: string;

  constructor(secret: Buffer) {
    this.privateKey = createPrivateKey({ key: Buffer.concat([PRIVATE_DER, secret]), format: 'der', type: 'pkcs8' });
    this.text = textOf(createPublicKey(this.privateKey));
  }
}

function publicKeyOf(text: string): KeyObject | null {
  const bytes = Buffer.from(text.slice(PREFIX.length), 'base64url');
  if (!text.startsWith(PREFIX) || bytes.length !== 32) return null;
  return createPublicKey({ key: Buffer.concat([PUBLIC_DER, bytes]), format: 'der', type: 'spki' });
}

const textOf = (key: KeyObject): string =>
  PREFIX + key.export({ format: 'der', type: 'spki' }).subarray(PUBLIC_DER.length).toString('base64url');

const agreed = (privateKey: KeyObject, publicKey: KeyObject, ephemeral: string, target: string): Buffer =>
  Buffer.from(
    hkdfSync('sha256', diffieHellman({ privateKey, publicKey }), ephemeral + target, 'workspace-suite move', 32),
  );
