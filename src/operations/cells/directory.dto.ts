import { Id, PageQuery, Texts } from '../../platform/index.js';

export class DirectoryView {
  @Id('ws', { description: 'The workspace.' }) workspace_id: string;
  @Texts({
    maxItems: 100_000,
    maxLength: 15,
    description:
      'Beginnings of API keys: first that of all keys that are made here, then those of older keys that still work.',
  })
  key_prefixes: string[];
  @Texts({
    maxItems: 100_000,
    maxLength: 253,
    description: 'Domains of e-mail addresses that the workspace has proved.',
  })
  domains: string[];
}

export class DirectoryQuery extends PageQuery {
  static override entity = DirectoryView;
  static override sorts = ['workspace_id'];
  static override defaultSort = 'workspace_id:asc';
}
