import { Injectable } from '@nestjs/common';
import {
  asSystem,
  AuditTrail,
  Backlogs,
  Cursors,
  Database,
  Freezes,
  invalidField,
  notFound,
  type Page,
  Secrets,
  sortKeys,
  totalOf,
} from '../../platform/index.js';
import { BacklogItemView, BacklogQuery } from './backlog.dto.js';
import { BacklogRepository } from './backlog.repository.js';
import { backlog } from './backlog.resource.js';

/** Mail, webhooks, imports and exports of the deployment that wait or fail. */
@Injectable()
export class BacklogService {
  readonly #cursors: Cursors;

  constructor(
    private readonly repository: BacklogRepository,
    private readonly backlogs: Backlogs,
    private readonly database: Database,
    private readonly audit: AuditTrail,
    private readonly freezes: Freezes,
    secrets: Secrets,
  ) {
    this.#cursors = new Cursors(...secrets.deriveAll('cursors'));
  }

  /** Items come and go between two pages, so a cursor names the last item that was shown. */
  async list({ limit, cursor, sort, kind, status }: BacklogQuery): Promise<Page<BacklogItemView>> {
    const kinds = this.backlogs.all.map((each) => each.kind);
    if (kind !== undefined && !kinds.includes(kind))
      throw invalidField('kind', 'invalid_value', `kind must be one of ${kinds.toSorted().join(', ')}.`);
    const { descending } = sortKeys(sort, BacklogQuery)[0]!;
    const list = JSON.stringify([backlog.type, kind ?? '', status ?? '', descending]);
    const after = cursor ? (this.#cursors.read(list, cursor, 2) as string[]) : null;
    const { total, items } = await this.repository.page({ kind, status }, descending, after, limit + 1);
    const data = items.slice(0, limit);
    const has_more = items.length > limit;
    const last = data.at(-1);
    const next_cursor = has_more ? this.#cursors.write(list, [last!.created_at, last!.id]) : null;
    return { data, meta: { ...totalOf(total), next_cursor, has_more } };
  }

  /** Starts an attempt at once. An item that waits already goes on waiting. */
  async retry(id: string): Promise<BacklogItemView> {
    const item = await this.repository.find(id);
    if (!item) throw notFound(`Nothing with the id ${id} waits or fails.`);
    const { retry } = this.backlogs.all.find(({ kind }) => kind === item.kind)!;
    if (item.workspace_id) await this.freezes.refuse(item.workspace_id);
    await asSystem(item.workspace_id ?? '', () => this.database.transaction(() => retry(id)));
    await this.audit.note({
      action: `${backlog.type}.retried`,
      resource_type: backlog.type,
      resource_id: id,
      outcome: 'success',
      changes: null,
    });
    return (await this.repository.find(id)) ?? item;
  }
}
