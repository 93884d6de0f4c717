import { Injectable } from '@nestjs/common';
import { currentContext, Database, InjectStore, type Page, type ResourceStore } from '../../platform/index.js';
import { AuditEntryView, type AuditLogQuery } from './audit-log.dto.js';
import { AuditEntry } from './audit-entry.entity.js';

/** The place of an entry in the chain of its workspace. */
export type Seal = Pick<AuditEntryView, 'sequence' | 'prev_hash' | 'hash'>;

const UNSEALED: Seal = { sequence: null, prev_hash: null, hash: null };

/** The columns of a seal as they are shown. */
export const SEAL_COLUMNS = `sequence, encode(prev_hash, 'hex') as prev_hash, encode(hash, 'hex') as hash`;

const SEALS = `
  select id, ${SEAL_COLUMNS} from unnest($2::timestamptz[], $3::text[]) entry (timestamp, id)
  join audit_seals using (timestamp, id) where workspace_id = $1`;

@Injectable()
export class AuditLogsService {
  constructor(
    @InjectStore(AuditEntry) private readonly store: ResourceStore<any>,
    private readonly database: Database,
  ) {}

  async list(query: AuditLogQuery): Promise<Page<AuditEntryView>> {
    const page = await this.store.page(query, AuditEntryView);
    const entries = page.data as unknown as AuditEntry[];
    const seals = await this.#seals(entries);
    return { ...page, data: entries.map((entry) => shownEntry(entry, seals.get(entry.id))) };
  }

  async #seals(entries: readonly AuditEntry[]): Promise<Map<string, Seal>> {
    const found = await this.database.read<Seal & { id: string }>(SEALS, [
      currentContext().workspaceId,
      entries.map(({ timestamp }) => timestamp),
      entries.map(({ id }) => id),
    ]);
    return new Map(found.map(({ id, ...seal }) => [id, seal]));
  }
}

/** As the list gives it, and as it is sealed. */
export function shownEntry(
  { actor_type, actor_id, actor_email, resource_type, resource_id, ...entry }: AuditEntry,
  { sequence, prev_hash, hash }: Seal = UNSEALED,
): AuditEntryView {
  return {
    ...entry,
    sequence,
    prev_hash,
    hash,
    actor: { type: actor_type, id: actor_id, email: actor_email },
    resource: { type: resource_type, id: resource_id },
  };
}
