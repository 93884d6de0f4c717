import { type Changes, Choice, FreeObject, Id, ResourceEntity, Text, Timestamp } from '../../platform/index.js';
import { auditLogs, OUTCOMES } from './audit-log.resource.js';

/** Written by the platform with the change that it records; read here. */
@ResourceEntity(auditLogs, 'audit_entries')
export class AuditEntry {
  @Id('ws', { primary: true }) workspace_id: string;
  @Timestamp({ primary: true, description: 'When it happened.' }) timestamp: string;
  @Id('evt', { description: 'The id of the entry.' }) id: string;
  @Text({ description: 'What kind of caller it was.' }) actor_type: string;
  @Text({ nullable: true, description: 'The id of the caller.' }) actor_id: string | null;
  @Text({ nullable: true, description: 'The address of the user, as it was then.' }) actor_email: string | null;
  @Text({ example: 'office.document.deleted', description: 'What was done: the type of the record and a verb.' })
  action: string;
  @Text({ example: 'office.document', description: 'The type of the record.' }) resource_type: string;
  @Text({ nullable: true, description: 'The id of the record.' }) resource_id: string | null;
  @Choice(OUTCOMES, { description: 'How it ended.' }) outcome: string;
  @Text({ nullable: true, description: 'Of the connection that asked.' }) ip_address: string | null;
  @Text({ max: 500, nullable: true, description: 'What the client called itself.' }) user_agent: string | null;
  @Text({ nullable: true, description: '`X-Request-Id` of the request.' }) request_id: string | null;
  @FreeObject({
    nullable: true,
    description:
      'Changed fields with their values before (`from`) and after (`to`). Contents show a digest and their length, secrets nothing.',
  })
  changes: Changes | null;
}
