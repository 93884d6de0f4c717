import type { AuditEntry } from './audit-entry.entity.js';

/** Stands in `changes` for the values of a field that the reader may not see. */
export const MASK = { masked: true } as const;

type Masked = Record<string, typeof MASK>;

/** The changed fields of an entry without their values. */
export const maskedChanges = (changes: object): Masked =>
  Object.fromEntries(Object.keys(changes).map((field) => [field, MASK]));

/** Whether an entry has values that a mask would hide. */
export const hasValues = ({ changes }: Pick<AuditEntry, 'changes'>): boolean =>
  changes !== null && Object.keys(changes).length > 0;

/** Whether the values of an entry were masked, so that its hash cannot be computed from it. */
export const isMasked = ({ changes }: Pick<AuditEntry, 'changes'>): boolean =>
  changes !== null && Object.values(changes).some((change) => (change as Partial<typeof MASK> | null)?.masked === true);
