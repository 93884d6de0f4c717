import { Injectable } from '@nestjs/common';
import {
  asSystem,
  Clock,
  currentContext,
  Database,
  InjectStore,
  Mail,
  Maintenance,
  newId,
  notFound,
  Outbox,
  type Page,
  type ResourceStore,
  Settings,
} from '../../../platform/index.js';
import { documentHash, GENESIS, type Head } from '../chain.js';
import { Sealer } from '../sealer.js';
import { SigningKeys } from '../signing-keys.js';
import { type CheckpointQuery, CheckpointView, type SigningKeyView } from './checkpoint.dto.js';
import { Checkpoint, signedForm } from './checkpoint.entity.js';
import { CHECKPOINT_CREATED, checkpoints, CHECKPOINT_NUMBER, type SignedCheckpoint } from './checkpoint.resource.js';
import { checkpointMail } from './checkpoint.mail.js';

/** Between two looks at which workspaces are due. */
const MOST_BETWEEN_MS = 60_000;

/** Workspaces whose chain has grown since their last checkpoint, or since they were made, which is long enough ago. */
const DUE = `
  select c.workspace_id from audit_chains c join workspaces w on w.id = c.workspace_id left join lateral (
    select head_sequence, created_at from audit_checkpoints k where k.workspace_id = c.workspace_id order by number desc limit 1
  ) last on true
  where c.sequence > coalesce(last.head_sequence, 0) and coalesce(last.created_at, w.created_at) <= $1`;

/**
 * Signed statements of how far the trail had grown, and with which hash. One that lies outside, with whoever got it by
 * webhook or mail, shows that nothing before it was changed or cut off since, whatever the operator did.
 */
@Injectable()
export class CheckpointsService {
  constructor(
    @InjectStore(Checkpoint) private readonly store: ResourceStore<any>,
    private readonly sealer: Sealer,
    private readonly keys: SigningKeys,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly outbox: Outbox,
    private readonly mail: Mail,
    private readonly settings: Settings,
    maintenance: Maintenance,
  ) {
    const every = Math.min(MOST_BETWEEN_MS, settings.AUDIT_CHECKPOINT_SECONDS * 1000);
    maintenance.add({
      name: 'guard.checkpoints',
      description: 'Signs checkpoints of the audit log.',
      every,
      run: () => this.run(),
    });
  }

  async list(query: CheckpointQuery): Promise<Page<CheckpointView>> {
    const page = await this.store.page(query, CheckpointView);
    return { ...page, data: page.data.map((record) => signedForm(record as unknown as Checkpoint)) };
  }

  async get(number: string): Promise<CheckpointView> {
    const [found] = CHECKPOINT_NUMBER.test(number)
      ? await this.database.lookup<Checkpoint>(
          'select * from audit_checkpoints where workspace_id = $1 and number = $2',
          [currentContext().workspaceId, number],
        )
      : [];
    if (!found) throw notFound('There is no checkpoint with this number.');
    return signedForm(found);
  }

  async key(): Promise<SigningKeyView> {
    const keys = await this.keys.all();
    return { public_key: keys[0]!.public_key, keys };
  }

  /** Makes checkpoints of all trails that have grown, where the last one is older than so many seconds. */
  async run(seconds = this.settings.AUDIT_CHECKPOINT_SECONDS): Promise<void> {
    await this.sealer.run();
    const { rows } = await this.database.execute<{ workspace_id: string }>(DUE, [this.clock.iso(-seconds)]);
    for (const { workspace_id } of rows) await asSystem(workspace_id, () => this.#make());
  }

  #make(): Promise<void> {
    return this.database.transaction(async () => {
      const { workspaceId } = currentContext();
      // Two processes at once would give one number twice.
      const [head] = await this.database.write<Head>(
        'select sequence, hash from audit_chains where workspace_id = $1 for update',
        [workspaceId],
      );
      const [last] = await this.database.read<Checkpoint>(
        'select * from audit_checkpoints where workspace_id = $1 order by number desc limit 1',
        [workspaceId],
      );
      if (!head || head.sequence <= (last?.head_sequence ?? 0)) return;
      const document = {
        number: (last?.number ?? 0) + 1,
        head: { sequence: head.sequence, hash: head.hash },
        count: head.sequence,
        previous_hash: last ? documentHash(signedForm(last)) : GENESIS,
        created_at: this.clock.iso(),
      };
      await this.#keep({ ...document, signature: await this.keys.sign(document) });
    });
  }

  async #keep(checkpoint: SignedCheckpoint): Promise<void> {
    const { workspaceId } = currentContext();
    const { number, head, count, previous_hash, created_at, signature } = checkpoint;
    await this.database.write(
      `insert into audit_checkpoints (workspace_id, id, number, head_sequence, head_hash, count, previous_hash, created_at, signature)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        workspaceId,
        newId(checkpoints.idPrefix),
        number,
        head.sequence,
        head.hash,
        count,
        previous_hash,
        created_at,
        signature,
      ],
    );
    await this.outbox.tell(CHECKPOINT_CREATED, { ...checkpoint, workspace_id: workspaceId });
    const [set] = await this.database.read<{ checkpoint_email: string | null }>(
      'select checkpoint_email from guard_settings where workspace_id = $1',
      [workspaceId],
    );
    if (set?.checkpoint_email)
      await this.mail.send({ to: set.checkpoint_email, ...checkpointMail(workspaceId, checkpoint) });
  }
}
