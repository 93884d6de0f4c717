import { Injectable } from '@nestjs/common';
import { holdsReadAll } from '../../access/index.js';
import {
  AuditTrail,
  Clock,
  currentContext,
  type IsReadable,
  type NamedRecord,
  RecordAccess,
} from '../../platform/index.js';
import type { AuditEntry } from './audit-entry.entity.js';
import { AuditEntryRepository } from './audit-entry.repository.js';
import { auditLogs } from './audit-log.resource.js';
import { hasValues, maskedChanges } from './masks.js';

/** Action of the entry that tells of a reader who saw values by the role `guard:read_all`. */
export const READ_IN_FULL = `${auditLogs.type}.read_in_full`;

/** A session has one such entry in this time. */
const NOTE_SECONDS = 3_600;

type Maskable = Pick<AuditEntry, 'resource_type' | 'resource_id' | 'changes'>;

export const recordIn = ({ resource_type: type, resource_id: id }: Maskable): NamedRecord => ({ type, id });

/** Masks entries: the values of a record are for callers who may read that record now (D-GRD-11). */
@Injectable()
export class TrailAccess {
  constructor(
    private readonly access: RecordAccess,
    private readonly repository: AuditEntryRepository,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** These entries, without the values of records that the caller may not read. */
  async masked<T extends Maskable>(entries: readonly T[]): Promise<T[]> {
    const isReadable = await this.readable(entries.filter(hasValues).map(recordIn));
    return entries.map((entry) =>
      !hasValues(entry) || isReadable(recordIn(entry)) ? entry : { ...entry, changes: maskedChanges(entry.changes!) },
    );
  }

  /** Which of these records the caller may read, in entries. What the role `guard:read_all` adds leaves an entry. */
  async readable(records: readonly NamedRecord[]): Promise<IsReadable> {
    const isReadable = await this.access.readable(records);
    const { credential } = currentContext();
    if (!credential || !holdsReadAll(credential) || records.every(isReadable)) return isReadable;
    await this.#note(credential.id);
    return () => true;
  }

  async #note(session: string): Promise<void> {
    if (await this.repository.hasNote(READ_IN_FULL, session, this.clock.iso(-NOTE_SECONDS))) return;
    await this.trail.note({
      action: READ_IN_FULL,
      resource_type: auditLogs.type,
      resource_id: null,
      outcome: 'success',
      changes: { session_id: { from: null, to: session } },
    });
  }
}
