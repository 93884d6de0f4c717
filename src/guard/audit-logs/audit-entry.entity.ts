import { AuditEntryFields, fieldNames, fieldsOf, Int, ResourceEntity, Text } from '../../platform/index.js';
import { auditLogs } from './audit-log.resource.js';

/** Inserted by the platform together with the recorded change. */
@ResourceEntity(auditLogs, 'audit_entries')
export class AuditEntry extends AuditEntryFields {}

/** Position of an entry in the hash chain, from `audit_seals`; all null if it is not sealed. */
export class AuditSeal {
  @Int({ nullable: true, big: true, description: 'Sequence number, assigned at sealing.' }) sequence: number | null;
  @Text({ nullable: true, description: '`hash` of the previous entry.' }) prev_hash: string | null;
  @Text({ nullable: true, description: 'SHA-256 over `prev_hash` and the entry.' }) hash: string | null;
}

/** Hash columns of a seal, stored as bytes and shown in hex. */
export const HASHES = [...fieldsOf(AuditSeal.prototype)].flatMap(([name, { column }]) =>
  column.type === 'text' ? name : [],
);

/** SQL of the columns of a seal. */
export const SEAL_COLUMNS = fieldNames(AuditSeal)
  .map((name) => (HASHES.includes(name) ? `encode(${name}, 'hex') as ${name}` : name))
  .join(', ');
