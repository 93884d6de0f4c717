import { Injectable } from '@nestjs/common';
import { Clock, type Credential, Database, type Found, hashOf } from '../../platform/index.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { AccessTokenRepository, type NewAccessToken } from './access-token.repository.js';
import { userCredential } from '../users/user-credential.js';

/** Access tokens. They depend on a session and end with it or its client. Only hashes are stored. */
@Injectable()
export class AccessTokens {
  constructor(
    private readonly repository: AccessTokenRepository,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly sessions: SessionsService,
  ) {}

  /** Needs a unit of work. */
  add(token: NewAccessToken): Promise<void> {
    return this.repository.add(token);
  }

  /** The credential of a token, or null. */
  credentialOf(token: string): Promise<Credential | null> {
    const hash = hashOf(token);
    // Use extends a browser session, so an expired cached credential is reloaded.
    const holds = ({ expires_at }: Credential) => expires_at! > this.clock.now();
    return this.sessions.credentials.get(hash, () => this.#load(hash), holds);
  }

  /** Payload of a token with an active session, or null. */
  payloadOf(token: string): Promise<Record<string, unknown> | null> {
    return this.repository.payloadOf(token);
  }

  /** Revokes a single token in every process. */
  async remove(token: string): Promise<void> {
    const hash = hashOf(token);
    await this.database.transaction(async () => {
      await this.repository.remove(hash);
      await this.sessions.credentials.forget(hash);
    });
  }

  async #load(hash: string): Promise<Found<Credential> | null> {
    const found = await this.repository.use(hash);
    if (!found) return null;
    const { workspace_id, session_id, user_id, client_id, scopes, audience } = found;
    return {
      value: { ...userCredential(found, scopes), audience },
      about: [hash, session_id, user_id, workspace_id].concat(client_id ?? []),
    };
  }
}
