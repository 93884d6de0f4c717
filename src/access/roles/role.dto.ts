import { allScopes, grantableScopes, Int, PageQuery, Text, Texts } from '../../platform/index.js';

export class RoleView {
  @Text({ example: 'office:editor', description: 'App and level of the role.' }) name: string;
  @Text({ description: 'Purpose of the role.' }) description: string;
  @Texts({
    maxItems: allScopes().length,
    maxLength: 40,
    among: grantableScopes(),
    description: 'Scopes that the role grants.',
  })
  scopes: string[];
}

export class RoleQuery extends PageQuery {
  static override entity = RoleView;
  static override sorts = ['name'];
  static override defaultSort = 'name:asc';

  @Int({ min: 1, max: 100, optional: true, description: 'Roles per page. Default: all.' })
  override limit = 1000;
}
