import { Id, PageQuery, Texts } from '../../platform/index.js';

export class DirectoryView {
  @Id('ws', { description: 'The workspace.' }) workspace_id: string;
  @Texts({
    maxItems: 100_000,
    maxLength: 15,
    description:
      'What API keys of the workspace begin with: first what all keys have that are made here, then what older ones have that work.',
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
