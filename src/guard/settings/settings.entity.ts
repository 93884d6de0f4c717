import { Email, Int, RecordEntity, ResourceEntity, Text, Timestamp } from '../../platform/index.js';
import { settings } from './settings.resource.js';

@ResourceEntity(settings, 'guard_settings')
export class GuardSettings extends RecordEntity {
  @Int({ min: 30, max: 3650, default: 365, description: 'Days that entries of the audit log are kept.' })
  audit_retention_days: number;
  @Timestamp({
    nullable: true,
    description:
      'When a lower number takes effect: seven days after it was set. Null where none is pending; until then the number before holds.',
  })
  audit_retention_effective_at: string | null;
  /** The previous number of days, valid until then. */
  @Int({ nullable: true }) audit_retention_until_then: number | null;
  @Int({ min: 30, max: 3650, default: 365, description: 'Days that alerts are kept after their last change.' })
  alert_retention_days: number;
  @Email({
    nullable: true,
    description:
      'E-mail address outside the deployment that receives each signed checkpoint of the audit log; null: none.',
  })
  checkpoint_email: string | null;
  @Text({ nullable: true, description: 'The user who last changed a setting; null where nobody has.' })
  updated_by: string | null;
}
