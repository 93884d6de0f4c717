/** A change of a record that the running unit of work has made. */
export interface WrittenChange {
  type: string;
  id: string;
  /** A new record. */
  record?: object;
  /** Revision before the change; null for a new record. */
  before: number | null;
  /** As the audit trail names it: `sales.deal.won`. */
  action: string;
  /** Values before and after, as the audit trail shows them. */
  changes: Record<string, { from: unknown; to: unknown }> | null;
  /** Types of its events. */
  events: readonly string[];
}
