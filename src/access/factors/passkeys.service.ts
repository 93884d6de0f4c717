import { Injectable } from '@nestjs/common';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { isIP } from 'node:net';
import { currentContext, InjectStore, type ResourceStore, Settings } from '../../platform/index.js';
import type { User } from '../users/user.entity.js';
import { Factor } from './factor.entity.js';
import { FactorRepository } from './factor.repository.js';

/** COSE algorithms that every authenticator has one of: ES256, EdDSA, RS256. */
const ALGORITHMS = [-7, -8, -257];

/** Passkeys that a user has at most. */
const MAX_PASSKEYS = 20;

/** The options for a browser, as JSON, and the challenge in them. */
export interface Question {
  options: string;
  challenge: string;
}

/** The user of a passkey, and whether its answer is right. */
export interface PasskeyProof {
  user: Pick<User, 'workspace_id' | 'id'>;
  right: boolean;
}

/** Passkeys (WebAuthn, the library `@simplewebauthn/server`): discoverable, with user verification (D-SIGN-2). */
@Injectable()
export class Passkeys {
  readonly #origin: string;
  readonly #rpId: string;

  constructor(
    @InjectStore(Factor) private readonly store: ResourceStore<Factor>,
    private readonly repository: FactorRepository,
    settings: Settings,
  ) {
    const url = new URL(settings.BASE_URL);
    this.#origin = url.origin;
    this.#rpId = url.hostname;
  }

  /** Passkeys belong to a domain; an address has none. */
  get available(): boolean {
    return !isIP(this.#rpId.replace(/^\[|\]$/g, ''));
  }

  /** The options with which a browser makes a passkey. */
  async toCreate(user: User): Promise<Question> {
    const { generateRegistrationOptions } = await import('@simplewebauthn/server');
    const known = await this.repository.credentialIdsOf(user);
    const options = await generateRegistrationOptions({
      rpName: 'Workspace Suite',
      rpID: this.#rpId,
      userName: user.email,
      userDisplayName: user.display_name,
      userID: new TextEncoder().encode(`${user.workspace_id} ${user.id}`),
      supportedAlgorithmIDs: ALGORITHMS,
      excludeCredentials: known.map((id) => ({ id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    return { options: JSON.stringify(options), challenge: options.challenge };
  }

  /** The options with which a browser signs in by any passkey that it has. */
  async toSignIn(): Promise<Question> {
    const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
    const options = await generateAuthenticationOptions({ rpID: this.#rpId, userVerification: 'required' });
    return { options: JSON.stringify(options), challenge: options.challenge };
  }

  /** Keeps a new passkey of a user; null where the answer is wrong. Needs a unit of work. */
  async add(user: User, name: string, challenge: string, answer: string): Promise<Factor | null> {
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
    const { registrationInfo } = await verifyRegistrationResponse({
      response: parsed<RegistrationResponseJSON>(answer),
      expectedChallenge: challenge,
      expectedOrigin: this.#origin,
      expectedRPID: this.#rpId,
      requireUserVerification: true,
    }).catch(() => ({ registrationInfo: undefined }));
    if (!registrationInfo || !(await this.repository.useChallenge(challenge))) return null;
    const { id, publicKey, counter, transports } = registrationInfo.credential;
    // Authenticators choose the ids, so that one may be made up to be that of somebody else.
    if (await this.repository.lockPasskey(id)) return null;
    if ((await this.repository.credentialIdsOf(user)).length >= MAX_PASSKEYS) return null;
    return this.store.create({
      user_id: user.id,
      type: 'passkey',
      name,
      credential_id: id,
      public_key: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: transports ?? [],
    });
  }

  /**
   * The user whose passkey answers a challenge, and whether the answer is right; null where the passkey is not known. An answer
   * works once, and a passkey that counts never counts back. The rest of the request is in the workspace of the passkey. Needs a
   * unit of work.
   */
  async prove(challenge: string, answer: string): Promise<PasskeyProof | null> {
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
    const response = parsed<AuthenticationResponseJSON>(answer);
    const factor = await this.repository.lockPasskey(String(response.id));
    if (!factor) return null;
    // A wrong signature does not throw: it is answered as not verified.
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: this.#origin,
      expectedRPID: this.#rpId,
      requireUserVerification: true,
      credential: {
        id: factor.credential_id!,
        publicKey: new Uint8Array(Buffer.from(factor.public_key!, 'base64url')),
        counter: Number(factor.counter),
      },
    }).catch(() => ({ verified: false, authenticationInfo: undefined }));
    currentContext().workspaceId = factor.workspace_id;
    const user = { workspace_id: factor.workspace_id, id: factor.user_id };
    if (!verified || !authenticationInfo?.userVerified || !(await this.repository.useChallenge(challenge)))
      return { user, right: false };
    await this.repository.notePasskey(factor, authenticationInfo.newCounter);
    return { user, right: true };
  }
}

/** The JSON of a browser; an empty object for what is none. */
function parsed<T extends object>(answer: string): T {
  try {
    return Object(JSON.parse(answer)) as T;
  } catch {
    return {} as T;
  }
}
