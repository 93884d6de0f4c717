import { Injectable } from '@nestjs/common';
import { Clock, type Credential, Database, type Found, hashOf } from '../../platform/index.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { AccessTokenRepository, type NewAccessToken } from './access-token.repository.js';
import { userCredential } from '../users/user-credential.js';

/** Access tokens, which stand on a session: they end with it, and with its client. Only their hashes are kept. */
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

  /** The credential behind a token, or null where there is no such token. */
  credentialOf(token: string): Promise<Credential | null> {
    const hash = hashOf(token);
    // Each use moves the expiry of a browser session, so a credential that has expired may have been prolonged meanwhile.
    const holds = ({ expires_at }: Credential) => expires_at! > this.clock.now();
    return this.sessions.credentials.get(hash, () => this.#load(hash), holds);
  }

  /** The authorization server's data about a token whose session is active, or null. */
  payloadOf(token: string): Promise<Record<string, unknown> | null> {
    return this.repository.payloadOf(token);
  }

  /** Ends this one token, at once and in every process. */
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
