import { type Changes, Choice, FreeObject, Id, ResourceEntity, Text, Timestamp } from '../../platform/index.js';
import { auditLogs, OUTCOMES } from './audit-log.resource.js';

/** Written by the platform with the change that it records; read here. */
@ResourceEntity(auditLogs, 'audit_entries')
export class AuditEntry {
  @Id('ws', { primary: true }) workspace_id: string;
  @Timestamp({ primary: true, description: 'Time of the entry.' }) timestamp: string;
  @Id('evt', { description: 'Id of the entry.' }) id: string;
  @Text({ description: 'Kind of the actor.' }) actor_type: string;
  @Text({ nullable: true, description: 'Id of the actor.' }) actor_id: string | null;
  @Text({ nullable: true, description: 'E-mail address of the user at that time.' }) actor_email: string | null;
  @Text({ example: 'office.document.deleted', description: 'Action: the type of the record and a verb.' })
  action: string;
  @Text({ example: 'office.document', description: 'The type of the record.' }) resource_type: string;
  @Text({ nullable: true, description: 'The id of the record.' }) resource_id: string | null;
  @Choice(OUTCOMES, { description: 'Outcome.' }) outcome: string;
  @Text({ nullable: true, description: 'Network address of the client.' }) ip_address: string | null;
  @Text({ max: 500, nullable: true, description: 'User agent of the client.' }) user_agent: string | null;
  @Text({ nullable: true, description: '`X-Request-Id` of the request.' }) request_id: string | null;
  @FreeObject({
    nullable: true,
    description:
      'Changed fields with their values before (`from`) and after (`to`). Contents show a digest and their length, secrets nothing.',
  })
  changes: Changes | null;
}
