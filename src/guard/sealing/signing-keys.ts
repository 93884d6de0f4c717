import { Injectable } from '@nestjs/common';
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { asSystem, Clock, Database, Secrets } from '../../platform/index.js';
import { canonical, documentHash, GENESIS } from './chain.js';
import { SigningKeyRepository, type StoredKey } from './signing-key.repository.js';

/** A key as auditors get it. */
export interface PublicKey {
  /** Key id: SHA-256 of the public key in DER (SPKI), in hex. */
  id: string;
  /** PEM. */
  public_key: string;
  created_at: string;
  retired_at: string | null;
}

/**
 * Ed25519 keys that sign checkpoints and purge records. Stored encrypted with SECRETS_KEY, which also authenticates them: a key
 * inserted into the table by somebody else is rejected. Of a retired key only the public half is kept.
 */
@Injectable()
export class SigningKeys {
  constructor(
    private readonly repository: SigningKeyRepository,
    private readonly database: Database,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {
    secrets.keptIn('audit_keys', ['private_key', 'public_key'], { lasting: true });
  }

  /** Signs the RFC 8785 form of a document. */
  async sign(document: object): Promise<string> {
    const { private_key } = await this.#current();
    return sign(null, Buffer.from(canonical(document)), createPrivateKey(private_key!)).toString('base64');
  }

  /** The current public key, created on first use. */
  async publicKey(): Promise<string> {
    return (await this.#current()).public_key;
  }

  /** Every key, the current one first. */
  async all(): Promise<PublicKey[]> {
    await this.#current();
    const stored = await this.#stored();
    return stored.map(published);
  }

  /** A verifier for the keys of this deployment. */
  async verifier(): Promise<Verifier> {
    return Verifier.of(await this.all());
  }

  /** Rotates the signing key. */
  rotate(): Promise<PublicKey> {
    return this.#alone(async () => {
      return published(await this.#make());
    });
  }

  /** Imports public keys of another deployment, to verify the trail of an imported workspace. */
  async adopt(workspaceId: string, keys: readonly PublicKey[]): Promise<void> {
    const known = new Set((await this.all()).map(({ id }) => id));
    const now = this.clock.iso();
    for (const { id, public_key, created_at, retired_at } of keys.toReversed()) {
      if (known.has(id)) continue;
      const sealed = this.secrets.encrypt(public_key);
      await this.repository.adopt(workspaceId, { public_key: sealed, created_at, retired_at: retired_at ?? now });
    }
  }

  async #current(): Promise<StoredKey> {
    const found = async () => (await this.#stored()).find(({ retired_at }) => retired_at === null);
    return (await found()) ?? this.#alone(async () => (await found()) ?? this.#make());
  }

  async #stored(): Promise<StoredKey[]> {
    const rows = await this.repository.all();
    return rows.map((row) => ({
      ...row,
      private_key: row.private_key && this.secrets.decrypt(row.private_key),
      public_key: this.secrets.decrypt(row.public_key),
    }));
  }

  async #make(): Promise<StoredKey> {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const [private_key, public_key] = [
      privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    ];
    const created_at = this.clock.iso();
    const id = await this.repository.replace({
      private_key: this.secrets.encrypt(private_key),
      public_key: this.secrets.encrypt(public_key),
      created_at,
    });
    return { id, private_key, public_key, created_at, retired_at: null };
  }

  /** In the running unit of work, or one of its own. */
  #alone<T>(work: () => Promise<T>): Promise<T> {
    return asSystem('', () =>
      this.database.transaction(async () => {
        await this.repository.lock();
        return work();
      }),
    );
  }
}

/** The id of a key, of its PEM. */
export const keyId = (publicKey: string): string =>
  createHash('sha256')
    .update(createPublicKey(publicKey).export({ type: 'spki', format: 'der' }))
    .digest('hex');

const published = ({ public_key, created_at, retired_at }: StoredKey): PublicKey => ({
  id: keyId(public_key),
  public_key,
  created_at,
  retired_at,
});

/** Checks signatures. */
export class Verifier {
  constructor(private readonly keys: readonly KeyObject[]) {}

  /** Of keys as auditors get them. */
  static of(keys: readonly Pick<PublicKey, 'public_key'>[]): Verifier {
    return new Verifier(keys.map(({ public_key }) => createPublicKey(public_key)));
  }

  isSigned({ signature, ...document }: { signature: string }): boolean {
    const text = Buffer.from(canonical(document));
    const bytes = Buffer.from(signature, 'base64');
    return this.keys.some((key) => verify(null, text, key, bytes));
  }
}

/** A document that is signed, numbered from 1, and names the one before by its hash. */
export interface Chained {
  number: number;
  previous_hash: string;
  signature: string;
}

/**
 * Whether a list of documents is complete and genuine. Each document contains the hash of the previous one including its
 * signature, so the last signature covers all.
 */
export function areChained(documents: readonly Chained[], verifier: Verifier): boolean {
  let previous = GENESIS;
  for (const [index, document] of documents.entries()) {
    if (document.number !== index + 1 || document.previous_hash !== previous) return false;
    previous = documentHash(document);
  }
  const last = documents.at(-1);
  return !last || verifier.isSigned(last);
}
