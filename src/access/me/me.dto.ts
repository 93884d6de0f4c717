import { Flag, Id, Nested, SCOPES, Text, Texts } from '../../platform/index.js';
import { UserView } from '../users/user.dto.js';

class MyWorkspace {
  @Id('ws', { description: 'The id of the workspace.' }) id: string;
  @Text({ description: 'What it is called.' }) name: string;
}

export class MeView extends UserView {
  @Texts({
    maxItems: 12,
    maxLength: 40,
    among: Object.keys(SCOPES),
    description: 'What the credential may do: what was agreed to, as far as the roles give it today.',
  })
  scopes: string[];
  @Flag({ description: 'Whether the credential may look after the deployment: `/v1/operations`.' }) operator: boolean;
  @Nested(() => MyWorkspace, { description: 'The workspace that the credential reaches.' }) workspace: MyWorkspace;
}
