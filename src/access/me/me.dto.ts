import { allScopes, Flag, Nested, PartialType, PickType, Texts } from '../../platform/index.js';
import { User } from '../users/user.entity.js';
import { UserView } from '../users/management/user.dto.js';
import { WorkspaceSummary } from '../workspaces/workspace.dto.js';

/** Fields that people change of themselves without a scope. */
export class UpdateMe extends PartialType(PickType(User, ['language'])) {}

export class MeView extends UserView {
  @Texts({
    maxItems: 12,
    maxLength: 40,
    among: allScopes(),
    description: 'Effective scopes: the granted ones that the current roles of the user allow.',
  })
  scopes: string[];
  @Flag({ description: 'Whether the credential has operator rights on the deployment: `/v1/operations`.' })
  operator: boolean;
  @Nested(() => WorkspaceSummary, { description: 'Workspace of the credential.' }) workspace: WorkspaceSummary;
}
