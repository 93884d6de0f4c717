import { GRANTABLE_SCOPES, Int, PageQuery, Text, Texts } from '../../platform/index.js';

export class RoleView {
  @Text({ example: 'office:editor' }) name: string;
  @Text() description: string;
  @Texts({ maxItems: 12, maxLength: 40, among: GRANTABLE_SCOPES }) scopes: string[];
}

export class RoleQuery extends PageQuery {
  static override entity = RoleView;
  static override sorts = ['name'];
  static override defaultSort = 'name:asc';

  @Int({ min: 1, max: 100, optional: true, description: 'Roles on a page. Default: all.' })
  override limit = 1000;
}
