import { type Changes, Choice, FreeObject, Id, Int, ResourceEntity, Text, Timestamp } from '../../platform/index.js';
import { auditLogs, OUTCOMES } from './audit-log.resource.js';

/** Written by the platform with the change that it records; read here. */
@ResourceEntity(auditLogs, 'audit_entries')
export class AuditEntry {
  @Id('ws', { primary: true }) workspace_id: string;
  @Timestamp({ primary: true }) timestamp: string;
  @Id('evt') id: string;
  @Text() actor_type: string;
  @Text({ nullable: true }) actor_id: string | null;
  @Text({ nullable: true }) actor_email: string | null;
  @Text({ example: 'office.document.deleted' }) action: string;
  @Text({ example: 'office.document' }) resource_type: string;
  @Text({ nullable: true }) resource_id: string | null;
  @Choice(OUTCOMES) outcome: string;
  @Text({ nullable: true, description: 'Of the connection that asked.' }) ip_address: string | null;
  @Text({ nullable: true }) user_agent: string | null;
  @Text({ nullable: true, description: '`X-Request-Id` of the request.' }) request_id: string | null;
  @FreeObject({
    nullable: true,
    description:
      'Changed fields with their values before (`from`) and after (`to`). Contents show a digest and their length, secrets nothing.',
  })
  changes: Changes | null;
  @Int({ nullable: true, big: true, description: 'Given when the entry is sealed.' }) sequence: number | null;
  @Text({ nullable: true, description: '`hash` of the entry before.' }) prev_hash: string | null;
  @Text({ nullable: true, description: 'SHA-256 over `prev_hash` and the entry.' }) hash: string | null;
}
