import { GRANTABLE_SCOPES, Int, PageQuery, Text, Texts } from '../../platform/index.js';

export class RoleView {
  @Text({ example: 'office:editor', description: 'The app and the level.' }) name: string;
  @Text({ description: 'What the role is for.' }) description: string;
  @Texts({ maxItems: 12, maxLength: 40, among: GRANTABLE_SCOPES, description: 'The scopes that it gives.' })
  scopes: string[];
}

export class RoleQuery extends PageQuery {
  static override entity = RoleView;
  static override sorts = ['name'];
  static override defaultSort = 'name:asc';

  @Int({ min: 1, max: 100, optional: true, description: 'Roles on a page. Default: all.' })
  override limit = 1000;
}
