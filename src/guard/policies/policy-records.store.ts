import { ResourceStore } from '../../platform/index.js';
import type { Policy } from './policy.entity.js';

/** Policies. One event tells of all changes; the audit trail names each. */
export class PolicyRecordStore extends ResourceStore<Policy> {
  override eventOf(verb: string): string {
    return verb === 'activated' || verb === 'deleted' ? 'updated' : verb;
  }
}
