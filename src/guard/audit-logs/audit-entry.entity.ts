import { AuditEntryFields, fieldNames, fieldsOf, Int, ResourceEntity, Text } from '../../platform/index.js';
import { auditLogs } from './audit-log.resource.js';

/** Written by the platform with the change that it records; read here. */
@ResourceEntity(auditLogs, 'audit_entries')
export class AuditEntry extends AuditEntryFields {}

/** The place of an entry in the chain of its workspace: its row in `audit_seals`, without a row all null. */
export class AuditSeal {
  @Int({ nullable: true, big: true, description: 'Sequence number, assigned at sealing.' }) sequence: number | null;
  @Text({ nullable: true, description: '`hash` of the previous entry.' }) prev_hash: string | null;
  @Text({ nullable: true, description: 'SHA-256 over `prev_hash` and the entry.' }) hash: string | null;
}

/** The columns of a seal, of which texts are kept as bytes and shown in hexadecimal. */
export const HASHES = [...fieldsOf(AuditSeal.prototype)].flatMap(([name, { column }]) =>
  column.type === 'text' ? name : [],
);

/** The columns of a seal as SQL that shows them. */
export const SEAL_COLUMNS = fieldNames(AuditSeal)
  .map((name) => (HASHES.includes(name) ? `encode(${name}, 'hex') as ${name}` : name))
  .join(', ');
