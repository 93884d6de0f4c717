import { Injectable } from '@nestjs/common';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { isIP } from 'node:net';
import { currentContext, InjectStore, type ResourceStore, Settings } from '../../platform/index.js';
import type { User } from '../users/user.entity.js';
import { Factor } from './factor.entity.js';
import { FactorRepository } from './factor.repository.js';

/** Supported COSE algorithms: ES256, EdDSA, RS256. Every authenticator has at least one. */
const ALGORITHMS = [-7, -8, -257];

/** Maximum passkeys per user. */
const MAX_PASSKEYS = 20;

/** WebAuthn options as JSON, and their challenge. */
export interface Question {
  options: string;
  challenge: string;
}

/** User of a passkey, and whether the response is valid. */
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

  /** Passkeys need a domain name; an IP address is not enough. */
  get available(): boolean {
    return !isIP(this.#rpId.replace(/^\[|\]$/g, ''));
  }

  /** Options for registration. */
  async toCreate(user: User): Promise<Question> {
    const { generateRegistrationOptions } = await import('@simplewebauthn/server');
    const known = await this.repository.credentialIdsOf(user);
    const options = await generateRegistrationOptions({
      rpName: 'Workspace Suite',
      rpID: this.#rpId,
      userName: user.email,
      userDisplayName: user.display_name,
      userID: new TextEncoder().encode(handleOf(user)),
      supportedAlgorithmIDs: ALGORITHMS,
      excludeCredentials: known.map((id) => ({ id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    return { options: JSON.stringify(options), challenge: options.challenge };
  }

  /** Options for sign-in with any discoverable passkey. */
  async toSignIn(): Promise<Question> {
    const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
    const options = await generateAuthenticationOptions({ rpID: this.#rpId, userVerification: 'required' });
    return { options: JSON.stringify(options), challenge: options.challenge };
  }

  /** Stores a new passkey; null if the response is invalid. Needs a unit of work. */
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
    // Credential ids are chosen by authenticators, so an attacker may claim that of somebody else.
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
   * Verifies a sign-in response; null if the passkey is unknown. A response is accepted once, and a signature counter must
   * increase. Continues the request in the workspace of the passkey. Needs a unit of work.
   */
  async prove(challenge: string, answer: string): Promise<PasskeyProof | null> {
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
    const response = parsed<AuthenticationResponseJSON>(answer);
    const factor = await this.repository.lockPasskey(String(response.id));
    if (!factor) return null;
    // An invalid signature does not throw, but returns `verified: false`.
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
    // An authenticator that keeps no handle sends none.
    const handle = response.response?.userHandle;
    const isTheirs = handle === undefined || handle === Buffer.from(handleOf(user)).toString('base64url');
    if (!verified || !isTheirs || !authenticationInfo?.userVerified || !(await this.repository.useChallenge(challenge)))
      return { user, right: false };
    await this.repository.notePasskey(factor, authenticationInfo.newCounter);
    return { user, right: true };
  }
}

/** User handle of a passkey. */
const handleOf = ({ workspace_id, id }: Pick<User, 'workspace_id' | 'id'>): string => `${workspace_id} ${id}`;

/** Parses JSON from the browser; an empty object if invalid. */
function parsed<T extends object>(answer: string): T {
  try {
    return Object(JSON.parse(answer)) as T;
  } catch {
    return {} as T;
  }
}
