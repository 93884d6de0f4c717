import { Choice, FreeObject, Id, Int, Nested, Text, Timestamp } from '../../platform/fields/fields.js';
import { PageQuery } from '../../platform/resource/page.js';
import type { CountedFilter } from '../../platform/resource/totals.js';
import { auditLogs, OUTCOMES } from './audit-log.resource.js';

export class AuditLogQuery extends PageQuery {
  static override sorts = ['timestamp'];
  static override defaultSort = 'timestamp:desc';
  static override filters = {
    from: (from: string): [string, ...unknown[]] => ['timestamp >= ?', from],
    to: (to: string): [string, ...unknown[]] => ['timestamp < ?', to],
    action: (action: string): [string, ...unknown[]] =>
      action.endsWith('*') ? [`action ^@ ?`, action.slice(0, -1)] : ['action = ?', action],
    // Written out, so that the index of what did not succeed serves.
    outcome: (outcome: (typeof OUTCOMES)[number]): [string] => [`outcome = '${outcome}'`],
  };
  static override countedTime = { column: 'timestamp', by: 'day', unit: 'day' } as const;
  static override counted = {
    from: (from: string): CountedFilter => ({ from }),
    to: (to: string): CountedFilter => ({ to }),
    action: (action: string): CountedFilter =>
      action.endsWith('*') ? { matching: [`dims ->> 'action' ^@ ?`, action.slice(0, -1)] } : { dims: { action } },
    outcome: (outcome: string): CountedFilter => ({ dims: { outcome } }),
  };
  /** Actions by index: those that there are of a type, or that begin alike. */
  static override walked = ({
    actor_id,
    action,
    resource_type,
    resource_id,
  }: AuditLogQuery): [string, string, ...unknown[]] | null => {
    if (actor_id || resource_id || !(resource_type || action?.endsWith('*'))) return null;
    if (action && !action.endsWith('*')) return null;
    return [
      'action',
      `select distinct dims ->> 'action' from record_counts
        where workspace_id = $1 and resource = '${auditLogs.type}' and kind in ('new', 'all') and dims ->> 'action' ^@ ?` +
        (resource_type ? ` and dims ->> 'resource_type' = ?` : ''),
      action?.slice(0, -1) ?? '',
      ...(resource_type ? [resource_type] : []),
    ];
  };

  @Text({ optional: true }) actor_id?: string;
  @Text({ optional: true, description: 'A dotted name; `*` at its end matches every action that begins with it.' })
  action?: string;
  @Text({ optional: true }) resource_type?: string;
  @Text({ optional: true }) resource_id?: string;
  @Choice(OUTCOMES, { optional: true }) outcome?: string;
  @Timestamp({ optional: true, description: 'Included.' }) from?: string;
  @Timestamp({ optional: true, description: 'Excluded.' }) to?: string;
}

export class AuditActor {
  @Choice(['user', 'api_key', 'oauth_client', 'system', 'public']) type: string;
  @Text({ nullable: true }) id: string | null;
  @Text({ nullable: true }) email: string | null;
}

export class AuditedResource {
  @Text({ description: 'Such as office.document.' }) type: string;
  @Text({ nullable: true }) id: string | null;
}

export class AuditEntryView {
  @Id('evt') id: string;
  @Timestamp() timestamp: string;
  @Nested(() => AuditActor) actor: AuditActor;
  @Text({ description: 'Such as office.document.deleted.' }) action: string;
  @Nested(() => AuditedResource) resource: AuditedResource;
  @Choice(OUTCOMES) outcome: string;
  @Text({ nullable: true }) ip_address: string | null;
  @Text({ nullable: true }) user_agent: string | null;
  @Text({ nullable: true }) request_id: string | null;
  @FreeObject({ nullable: true, description: 'Changed fields with their values before (`from`) and after (`to`).' })
  changes: object | null;
  @Int({ nullable: true, description: 'Given when the entry is sealed.' }) sequence: number | null;
  @Text({ nullable: true }) prev_hash: string | null;
  @Text({ nullable: true }) hash: string | null;
}
