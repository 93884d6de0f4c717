import { Injectable } from '@nestjs/common';
import { Clock, currentContext, Database, hashOf } from '../../platform/index.js';
import { type Grant, GRANT_COLUMNS, grantsHolding } from './grant.repository.js';

/** An authorization code or refresh token with a valid grant. */
export interface GrantedToken extends Grant {
  hash: string;
  model: string;
  payload: Record<string, unknown>;
  /** Time of redemption (ISO 8601), or null. */
  consumed_at: string | null;
}

interface NewArtifact {
  model: string;
  /** The secret itself; only its hash is kept. */
  id: string;
  payload: object;
  /** Seconds. */
  lifetime: number;
  session_id?: string;
}

/**
 * Storage of oidc-provider artifacts by hash: codes, refresh tokens and interactions. Raw SQL, because they are not API records
 * and the workspace is not known yet.
 */
@Injectable()
export class ArtifactRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Upserts an artifact. */
  async keep({ model, id, payload, lifetime, session_id }: NewArtifact): Promise<void> {
    const values = [
      currentContext().workspaceId,
      hashOf(id),
      model,
      session_id ?? null,
      payload,
      this.clock.iso(),
      this.clock.iso(lifetime),
    ];
    await this.database.transaction((unit) =>
      unit.write(
        `insert into oauth_artifacts (workspace_id, hash, model, session_id, payload, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (workspace_id, hash) do update set payload = excluded.payload, expires_at = excluded.expires_at`,
        values,
      ),
    );
  }

  /** Payload of an interaction in any workspace, or null. */
  async find(model: string, id: string): Promise<Record<string, unknown> | null> {
    const [found] = await this.database.read<{ payload: Record<string, unknown> }>(
      'select payload from oauth_artifacts where hash = $1 and model = $2 and expires_at > $3',
      [hashOf(id), model, this.clock.iso()],
    );
    return found?.payload ?? null;
  }

  /** A code or refresh token, used or not, with a valid grant; else null. */
  async findGranted(model: string, id: string): Promise<GrantedToken | null> {
    const [found] = await this.database.lookup<GrantedToken>(
      `select a.hash, a.model, a.payload, a.consumed_at, ${GRANT_COLUMNS}
         from oauth_artifacts a
         join sessions s on s.workspace_id = a.workspace_id and s.id = a.session_id ${grantsHolding('$3')}
          and a.hash = $1 and a.model = $2 and a.expires_at > $3`,
      [hashOf(id), model, this.clock.iso()],
    );
    return found ?? null;
  }

  async remove(id: string): Promise<void> {
    await this.database.transaction((unit) => unit.write('delete from oauth_artifacts where hash = $1', [hashOf(id)]));
  }
}
