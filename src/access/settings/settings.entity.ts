import { Choice, Int, RecordEntity, ResourceEntity, Text } from '../../platform/index.js';
import { APP_RULES, MFA_RULES, settings } from './settings.resource.js';

@ResourceEntity(settings, 'access_settings')
export class AccessSettings extends RecordEntity {
  @Choice(MFA_RULES, {
    default: 'optional',
    description:
      'Who needs a second factor to sign in: nobody (`optional`), admins of an app and owners (`admins`), or all users (`all`).',
  })
  mfa: (typeof MFA_RULES)[number];
  @Choice(['on', 'off'], { default: 'on', description: 'Whether users may sign in with a password.' })
  password_sign_in: 'on' | 'off';
  @Int({ min: 15, max: 20_160, default: 480, description: 'Minutes without use after which a browser session ends.' })
  session_idle_minutes: number;
  @Int({ min: 1, max: 90, default: 14, description: 'Days after which a browser session ends, even if it is used.' })
  session_max_days: number;
  @Choice(APP_RULES, {
    default: 'registered',
    description: 'OAuth clients that users may connect: those registered in the workspace (`registered`), or `any`.',
  })
  apps: (typeof APP_RULES)[number];
  @Text({ nullable: true, description: 'The user who last changed a setting; null where nobody has.' })
  updated_by: string | null;
}
