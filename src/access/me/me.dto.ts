import { Flag, Id, Nested, SCOPES, Text, Texts } from '../../platform/index.js';
import { UserView } from '../users/management/user.dto.js';

class MyWorkspace {
  @Id('ws', { description: 'Id of the workspace.' }) id: string;
  @Text({ description: 'Name.' }) name: string;
}

export class MeView extends UserView {
  @Texts({
    maxItems: 12,
    maxLength: 40,
    among: Object.keys(SCOPES),
    description: 'Effective scopes: the granted ones that the current roles of the user allow.',
  })
  scopes: string[];
  @Flag({ description: 'Whether the credential has operator rights on the deployment: `/v1/operations`.' })
  operator: boolean;
  @Nested(() => MyWorkspace, { description: 'Workspace of the credential.' }) workspace: MyWorkspace;
}
