import { PageQuery, Int, Text } from '../../platform/index.js';

export class ExtensionView {
  @Text({ example: 'stock', description: 'Name of the extension.' }) name: string;
  @Text({ example: 'suite-stock', optional: true, description: 'Package it is in. Null if it was passed to `start`.' })
  package: string | null;
  @Text({ example: '1.2.0', optional: true, description: 'Version of the package.' }) version: string | null;
  @Text({ optional: true, description: 'SHA-256 of the files of the package.' }) hash: string | null;
}

export class ExtensionQuery extends PageQuery {
  static override entity = ExtensionView;
  static override sorts = ['name'];
  static override defaultSort = 'name:asc';

  @Int({ min: 1, max: 100, optional: true, description: 'Extensions on a page. Default: all.' })
  override limit = 100;
}
