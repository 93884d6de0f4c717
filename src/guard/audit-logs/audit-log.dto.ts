import { Choice, FreeObject, Id, Int, Nested, Text, Timestamp } from '../../platform/fields/fields.js';
import { PageQuery } from '../../platform/resource/page.js';
import { OUTCOMES } from './audit-log.resource.js';

export class AuditLogQuery extends PageQuery {
  static override sorts = ['timestamp'];
  static override defaultSort = 'timestamp:desc';
  static override filters = {
    from: (from: string): [string, ...unknown[]] => ['timestamp >= ?', from],
    to: (to: string): [string, ...unknown[]] => ['timestamp < ?', to],
    action: (action: string): [string, ...unknown[]] =>
      action.endsWith('*') ? [`action ^@ ?`, action.slice(0, -1)] : ['action = ?', action],
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
