import { Injectable } from '@nestjs/common';
import {
  asSystem,
  Clock,
  currentContext,
  Database,
  InjectStore,
  Mail,
  Maintenance,
  notFound,
  Outbox,
  type Page,
  type ResourceStore,
  Settings,
} from '../../../platform/index.js';
import { documentHash, GENESIS } from '../chain.js';
import { Sealer } from '../sealer.js';
import { SigningKeys } from '../signing-keys.js';
import { type CheckpointQuery, CheckpointView, type SigningKeyView } from './checkpoint.dto.js';
import { Checkpoint, signedForm } from './checkpoint.entity.js';
import { CheckpointRepository } from './checkpoint.repository.js';
import { CHECKPOINT_CREATED, CHECKPOINT_NUMBER, type SignedCheckpoint } from './checkpoint.resource.js';
import { checkpointMail } from './checkpoint.mail.js';

/** Maximum interval of the check for due workspaces. */
const MAX_BETWEEN_MS = 60_000;

/**
 * Signed checkpoints: length and last hash of the trail at a time. A copy outside the deployment, by webhook or mail, proves
 * that nothing before it was changed or truncated later, even by the operator.
 */
@Injectable()
export class CheckpointsService {
  constructor(
    @InjectStore(Checkpoint) private readonly store: ResourceStore<any>,
    private readonly sealer: Sealer,
    private readonly keys: SigningKeys,
    private readonly repository: CheckpointRepository,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly outbox: Outbox,
    private readonly mail: Mail,
    private readonly settings: Settings,
    maintenance: Maintenance,
  ) {
    const every = Math.min(MAX_BETWEEN_MS, settings.AUDIT_CHECKPOINT_SECONDS * 1000);
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
    const found = CHECKPOINT_NUMBER.test(number) && (await this.repository.numbered(number));
    if (!found) throw notFound('There is no checkpoint with this number.');
    return signedForm(found);
  }

  async key(): Promise<SigningKeyView> {
    const keys = await this.keys.all();
    return { public_key: keys[0]!.public_key, keys };
  }

  /** Creates checkpoints of all trails that have grown, if the last one is older than `seconds`. */
  async run(seconds = this.settings.AUDIT_CHECKPOINT_SECONDS): Promise<void> {
    await this.sealer.run();
    for (const workspace of await this.repository.due(this.clock.iso(-seconds)))
      await asSystem(workspace, () => this.#make());
  }

  #make(): Promise<void> {
    return this.database.transaction(async () => {
      const head = await this.repository.lockedHead();
      const last = await this.repository.last();
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
    await this.repository.add(checkpoint);
    await this.outbox.tell(CHECKPOINT_CREATED, { ...checkpoint, workspace_id: workspaceId });
    const to = await this.repository.recipient();
    if (to) await this.mail.send(checkpointMail(to, workspaceId, checkpoint, await this.mail.languageFor(null)));
  }
}
