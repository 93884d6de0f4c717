import { Choice, Flag, Int, Nested, PickType, Text } from '../../platform/index.js';
import { AuditLogQuery } from '../audit-logs/audit-log.dto.js';
import { FLAWS } from './chain.js';
import { ChainEnd } from './checkpoints/checkpoint.resource.js';

export class VerificationQuery extends PickType(AuditLogQuery, ['from', 'to']) {}

export class VerificationView {
  @Flag({ description: 'Whether the audit log is as it was sealed.' }) valid: boolean;
  @Int({ min: 0, example: 1250, description: 'Sealed entries that were checked.' }) checked: number;
  @Int({ min: 0, example: 3, description: 'Number of entries not sealed yet.' }) unsealed: number;
  @Text({ nullable: true, description: 'The first entry at which it is not; null where no entry shows it.' })
  first_invalid_id: string | null;
  @Choice(FLAWS, { nullable: true, description: 'Problem; null if the audit log is intact.' }) reason: string | null;
  @Nested(() => ChainEnd, { description: 'The last entry that was sealed; 0 and 64 zeros where there is none.' })
  head: ChainEnd;
}
