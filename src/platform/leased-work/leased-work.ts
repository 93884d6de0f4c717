import { DiscoveryService } from '@nestjs/core';
import type { Lease } from './lease.js';

/** Background work whose items are rows of a table. A worker claims a row by a lease: see `WorkRepository`. */
export interface WorkDeclaration {
  /** Unique over all apps: the name of the work, and the kind of its items in the backlog. */
  kind: string;
  table: string;
  /** Maintenance task that starts attempts which nobody was woken for: retries, and those of a dead worker or a lost queue. */
  task: string;
  /** Purpose of that task, in a sentence for operators. */
  description: string;
  /** Queue that wakes a worker. Without one the process that runs the maintenance tasks works, and only that one. */
  queue?: string;
  /** Columns of the primary key. Default: `workspace_id` and `id`. */
  key?: readonly string[];
  /** Columns that are named differently. `due`: `next_attempt_at`. `id` and `about` are those of the backlog. */
  columns?: Partial<Record<'due' | 'id' | 'about' | 'created_at', string>>;
  /** For records whose states their own store changes, with `fail` and `retry` of the processor. */
  states?: {
    /** Condition of items that wait or run. Their due time may be null: the time of creation. */
    open: string;
    /** Condition of open items that can be claimed now: the others wait for something else. Default: all. */
    ready?: string;
    /** Condition of items that were given up. Without it, the last failure is in the column `error`. */
    failed?: string;
    /** Further changes of a row that is claimed. */
    claim?: string;
  };
  /** Duration of a lease unless it is renewed, and so the longest delay after the death of a worker. Default: 30. */
  leaseSeconds?: number;
  /** Interval of renewals, which also write progress. Default: a third of the lease. */
  renewSeconds?: number;
  /** Concurrent attempts of a claim. Default: 1. */
  batch?: number;
  /** Concurrent claims in a process. Default: 1. */
  concurrency?: number;
  /** Exponential backoff: the first delay, doubled up to the maximum. */
  backoff: { firstSeconds: number; maxSeconds: number };
  /**
   * An item is given up after so many attempts since its last progress (`Lease.advance`), or where the next one would be made
   * later than this after its creation.
   */
  giveUp?: { attempts: number } | { ageSeconds: number };
}

/** An item: the row as it was claimed. */
export interface WorkItem {
  workspace_id?: string;
  /** Number of attempts, with this one. */
  attempts: number;
  created_at?: string;
}

/** The provider that does the work. */
export interface WorkProcessor<T extends WorkItem> {
  /**
   * Does the work of an item, as the system in its workspace. The row of a finished item is deleted, unless it has states. An
   * error is a failed attempt. Attempts may be repeated, so writes belong in a transaction of the lease.
   */
  process(item: T, lease: Lease): Promise<unknown>;
  /** Ends an item with states that is given up. Runs in a transaction of its lease. */
  fail?(item: T, reason: string): Promise<unknown>;
  /** Makes an item with states due that was given up. Runs in a transaction. */
  retry?(id: string): Promise<unknown>;
}

/**
 * Marks the provider that does leased work.
 *
 * @example
 * @LeasedWork({ kind: 'reminder', table: 'reminders', task: 'rooms.reminders', description: 'Sends reminders of rooms.',
 *   backoff: { firstSeconds: 30, maxSeconds: 3_600 }, giveUp: { attempts: 5 } })
 * export class Reminders implements WorkProcessor<Reminder> {
 *   process(reminder: Reminder, lease: Lease) { return lease.complete(() => this.mail.send(…)); }
 * }
 */
export const LeasedWork = DiscoveryService.createDecorator<WorkDeclaration>();

/** The attempt ends without a result: another worker has the item, it has been cancelled, or this process stops. */
export class Interrupted extends Error {}

/** The item must wait for something else. This is not a failed attempt. */
export class Postponed extends Error {}

/** Permanent failure: do not retry. The message is the reason. */
export class PermanentFailure extends Error {}
