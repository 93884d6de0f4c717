import { Column, PrimaryColumn } from 'typeorm';
import type { Changes } from '../../platform/audit/audit.js';
import { isoColumn } from '../../platform/database/data-source.js';
import { ResourceEntity } from '../../platform/resource/stores.module.js';
import { auditLogs } from './audit-log.resource.js';

/** Written by the platform with the change that it records; read here. */
@ResourceEntity(auditLogs, 'audit_entries')
export class AuditEntry {
  @PrimaryColumn('text') workspace_id: string;
  @PrimaryColumn('timestamptz', { precision: 3, transformer: isoColumn }) timestamp: string;
  @PrimaryColumn('text') id: string;
  @Column('text') actor_type: string;
  @Column('text', { nullable: true }) actor_id: string | null;
  @Column('text', { nullable: true }) actor_email: string | null;
  @Column('text') action: string;
  @Column('text') resource_type: string;
  @Column('text', { nullable: true }) resource_id: string | null;
  @Column('text') outcome: string;
  @Column('text', { nullable: true }) ip_address: string | null;
  @Column('text', { nullable: true }) user_agent: string | null;
  @Column('text', { nullable: true }) request_id: string | null;
  @Column('jsonb', { nullable: true }) changes: Changes | null;
  @Column('bigint', { nullable: true }) sequence: number | null;
  @Column('text', { nullable: true }) prev_hash: string | null;
  @Column('text', { nullable: true }) hash: string | null;
}
