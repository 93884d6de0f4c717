import { Injectable } from '@nestjs/common';
import { PrincipalsPort } from '../../access/index.js';
import { contextIfAny, currentContext, Database, Denials, Guardrails } from '../../platform/index.js';
import type { Policy } from './policy.entity.js';
import { policies } from './policy.resource.js';

export type Rules = Pick<Policy, 'principals' | 'resources' | 'actions'>;
export type ActivePolicy = Rules & Pick<Policy, 'id' | 'effect'>;

const COLUMNS = 'id, effect, principals, resources, actions';

/** Reads the active policies of a workspace together, and answers the platform which of them deny. */
@Injectable()
export class PolicyStore {
  constructor(
    private readonly database: Database,
    private readonly people: PrincipalsPort,
    guardrails: Guardrails,
  ) {
    const load = async (workspaceId: string) => {
      const { rows } = await database.execute<ActivePolicy>(
        `select ${COLUMNS} from policies where workspace_id = $1 and status = 'active' and effect = 'deny' order by created_at, id`,
        [workspaceId],
      );
      return rows;
    };
    guardrails.answers(load, (denials, principals) => this.#spares(denials, principals));
  }

  /** All that are active, the oldest first. */
  active(): Promise<ActivePolicy[]> {
    return this.database.read<ActivePolicy>(
      `select ${COLUMNS} from policies where workspace_id = $1 and status = 'active' order by created_at, id`,
      [currentContext().workspaceId],
    );
  }

  /** How many there are. Until the unit of work ends nobody else of the workspace adds or activates one. */
  async lock(): Promise<number> {
    const { workspaceId } = currentContext();
    await this.database.write(`select pg_advisory_xact_lock(hashtextextended('policies ' || $1, 0))`, [workspaceId]);
    const [row] = await this.database.read<{ n: number }>(
      'select count(*)::int as n from policies where workspace_id = $1',
      [workspaceId],
    );
    return row!.n;
  }

  /** Whether these policies leave no active owner who can read and change all of them. */
  async lockOut(denials: Denials): Promise<boolean> {
    const owners = await this.people.owners();
    return owners.length > 0 && !owners.some((names) => isFree(denials, names));
  }

  /**
   * No policy about policies is refused that binds some owners only, and the others may lose their role, be suspended, or join
   * a group that is bound. As soon as no owner is free any more, all of them are, once they are signed in: it is judged
   * anew with every request, so no changes, however they meet, lock all of them out.
   */
  #spares(denials: Denials, principals: readonly string[]): Promise<string | null> | null {
    const { route, credential } = contextIfAny() ?? {};
    const asks = route?.endpoint?.resource === policies && credential?.kind === 'user' && credential.isOwner;
    if (!asks || isFree(denials, principals)) return null;
    return this.lockOut(denials).then((lockedOut) => (lockedOut ? policies.type : null));
  }
}

const isFree = (denials: Denials, names: readonly string[]): boolean =>
  (['read', 'write'] as const).every((ask) => !denials.deniesAny(names, policies.type, ask));
