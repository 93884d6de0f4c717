import { GRANTABLE_SCOPES } from '../../platform/security/credential.js';
import { Text, Texts } from '../../platform/resource/fields.js';

export class RoleView {
  @Text({ example: 'office:editor' }) name: string;
  @Text() description: string;
  @Texts({ maxItems: 12, maxLength: 40, among: GRANTABLE_SCOPES }) scopes: string[];
}
