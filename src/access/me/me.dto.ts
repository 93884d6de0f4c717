import { SCOPES, Texts } from '../../platform/index.js';
import { UserView } from '../users/user.dto.js';

export class MeView extends UserView {
  @Texts({
    maxItems: 12,
    maxLength: 40,
    among: Object.keys(SCOPES),
    description: 'What the credential may do: what was agreed to, as far as the roles give it today.',
  })
  scopes: string[];
}
