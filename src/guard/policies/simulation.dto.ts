import {
  Choice,
  Flag,
  Id,
  Int,
  Nested,
  NestedList,
  PickType,
  RecordTitle,
  rule,
  Text,
  Timestamp,
} from '../../platform/index.js';
import { AuditEntryView } from '../audit-logs/audit-log.dto.js';
import { CreatePolicy } from './policy.dto.js';
import { EFFECTS } from './policy.entity.js';

/** Reasons why an entry cannot be judged. */
export const UNJUDGED = [
  'not_done',
  'system',
  'not_asked',
  'actor_unknown',
  'record_unknown',
  'action_ambiguous',
] as const;
export type Unjudged = (typeof UNJUDGED)[number];

/** Maximum length of lists. */
export const MAX_NAMED = 20;
export const EXAMPLES = 10;

class DraftPolicy extends PickType(CreatePolicy, ['principals', 'resources', 'actions', 'when']) {
  @rule('invalid_value', (effect: string) => effect !== 'allow', 'A policy that allows refuses nothing.')
  @Choice(EFFECTS, {
    optional: true,
    example: 'deny',
    description: '`deny`, the default, or `review`. What allows refuses nothing.',
  })
  effect?: (typeof EFFECTS)[number];
}

export class SimulatePolicy {
  @Nested(() => DraftPolicy, {
    optional: true,
    description: 'A policy that is not there yet, as for creating it. Either this or `policy_id`.',
  })
  policy?: DraftPolicy;
  @Id('pol', { optional: true, description: 'A policy that is there, active or not.' }) policy_id?: string;
  @Int({ min: 1, max: 90, default: 7, description: 'Number of days to simulate.' }) days: number;
}

class SimulatedActor {
  @Text({ description: 'Kind of the actor.' }) type: string;
  @Text({ nullable: true, description: 'Null for requests without a credential.' }) id: string | null;
}

class SimulatedByActor {
  @Nested(() => SimulatedActor, { description: 'Actor of the entries.' }) actor: SimulatedActor;
  @Int({ description: 'Number of entries.' }) count: number;
}

class SimulatedByAction {
  @Text({ example: 'office.document.deleted', description: 'Action of the entries.' }) action: string;
  @Int({ description: 'Number of entries.' }) count: number;
}

class SimulatedByType {
  @Text({ example: 'office.document', description: 'The type of the records.' }) resource_type: string;
  @Int({ description: 'Number of entries.' }) count: number;
}

class SimulationReason {
  @Choice(UNJUDGED, {
    description:
      '`not_done`: it had been refused or had failed. `system`: the system did it, which no policy binds. `not_asked`: signing in and the like, of which policies are not asked. `actor_unknown`: the caller is gone, and with them their groups and roles. `record_unknown`: the record is gone, and with it its tags and values, or the policy names another record that the request may have named. `action_ambiguous`: requests of several kinds have this action, and not all would be refused.',
  })
  reason: Unjudged;
  @Int({ description: 'Number of entries.' }) count: number;
}

class SimulatedEntry extends PickType(AuditEntryView, ['id', 'timestamp', 'actor', 'action', 'resource']) {}

const list = { maxItems: MAX_NAMED };

export class SimulationView {
  @Timestamp({ description: 'The time of the oldest entry that can have been looked at.' }) from: string;
  @Timestamp({ description: 'The end of the time that was looked at: now.' }) to: string;
  @Flag({ description: 'False: there is more in these days than is looked at. `from` says how far back it went.' })
  complete: boolean;
  @Int({ description: 'Entries that the policy would have refused, or would have asked about.' }) matched: number;
  @Int({ description: 'Entries of which it is known whether it would have.' }) judged: number;
  @Int({ description: 'Entries of which it is not.' }) not_judged: number;
  @NestedList(() => SimulationReason, { maxItems: UNJUDGED.length, description: 'Why not.' })
  not_judged_reasons: SimulationReason[];
  @NestedList(() => SimulatedByActor, { ...list, description: 'Actors with the most denied entries.' })
  by_actor: SimulatedByActor[];
  @NestedList(() => SimulatedByAction, { ...list, description: 'Actions with the most denied entries.' })
  by_action: SimulatedByAction[];
  @NestedList(() => SimulatedByType, { ...list, description: 'Resource types with the most denied entries.' })
  by_resource_type: SimulatedByType[];
  @NestedList(() => SimulatedEntry, { maxItems: EXAMPLES, description: 'Newest entries that it would have refused.' })
  examples: SimulatedEntry[];
  @NestedList(() => RecordTitle, {
    maxItems: EXAMPLES,
    description: 'Titles of their records, as far as you may read them.',
  })
  records: RecordTitle[];
}
