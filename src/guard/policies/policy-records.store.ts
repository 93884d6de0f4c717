import { ResourceStore } from '../../platform/index.js';
import type { Policy } from './policy.entity.js';

/** Store of policies: all changes send the same event; audit entries differ. */
export class PolicyRecordStore extends ResourceStore<Policy> {
  override eventOf(verb: string): string {
    return verb === 'activated' || verb === 'deleted' ? 'updated' : verb;
  }
}
