import { Flag, Int, PageQuery, Text } from '../../platform/index.js';

export class ExtensionView {
  @Text({ example: 'stock', description: 'Name of the extension.' }) name: string;
  @Text({ example: 'suite-stock', nullable: true, description: 'Package it is in. Null if it was passed to `start`.' })
  package: string | null;
  @Text({ example: '1.2.0', nullable: true, description: 'Version of the package.' }) version: string | null;
  @Text({ nullable: true, description: 'SHA-256 of the files of the package.' }) hash: string | null;
  @Flag({ description: 'Whether its code runs here. Data of an extension that is not loaded stay in the database.' })
  loaded: boolean;
  @Int({ min: 0, big: true, description: 'Number of rows from archives that wait for its tables.' })
  kept_rows: number;
  @Text({ nullable: true, description: 'Why the last attempt to insert these rows failed. Null: there was none.' })
  problem: string | null;
}

export class ExtensionQuery extends PageQuery {
  static override entity = ExtensionView;
  static override sorts = ['name'];
  static override defaultSort = 'name:asc';

  @Int({ min: 1, max: 100, optional: true, description: 'Extensions on a page. Default: all.' })
  override limit = 100;
}
