import { always, from, made, type Preset, record, SourceRow, TASK_STATUSES, wordIn } from './preset.js';

/** Rows of a board: a card with its columns, then its comments. Lists, members and checklists are looked up by id. */
function* rowsOf(board: any): Generator<SourceRow> {
  const byId = (items: any[] = []) => new Map<string, any>(items.map((item) => [item.id, item]));
  const [lists, members] = [byId(board.lists), byId(board.members)];
  const checklists = Map.groupBy<string, any>(board.checklists ?? [], ({ idCard }) => idCard);
  const comments = Map.groupBy<string, any>(
    (board.actions ?? []).filter(({ type }: any) => type === 'commentCard'),
    ({ data }) => data.card?.id,
  );
  const nameOf = (id: string) => members.get(id)?.fullName ?? members.get(id)?.username ?? id;
  let line = 0;
  for (const card of board.cards ?? []) {
    const checks = (checklists.get(card.id) ?? []).map(({ name, checkItems }: any) =>
      [`${name}:`, ...checkItems.map((item: any) => `- [${item.state === 'complete' ? 'x' : ' '}] ${item.name}`)].join(
        '\n',
      ),
    );
    const cells: Record<string, string[]> = {
      id: [card.id],
      name: [card.name],
      desc: [[card.desc, ...checks].filter(Boolean).join('\n\n')],
      list: [lists.get(card.idList)?.name ?? ''],
      labels: (card.labels ?? []).map(({ name, color }: any) => name || color || ''),
      members: (card.idMembers ?? []).map(nameOf),
      due: [card.due ?? ''],
      dueComplete: [card.dueComplete ? 'true' : ''],
      closed: [card.closed || lists.get(card.idList)?.closed ? 'true' : ''],
      attachments: (card.attachments ?? []).map(({ url }: any) => url ?? ''),
      board: [board.id],
      'board name': [board.name],
      'board description': [board.desc ?? ''],
      comments: (comments.get(card.id) ?? []).map((action: any) =>
        JSON.stringify([
          action.id,
          action.date,
          action.memberCreator?.fullName ?? nameOf(action.idMemberCreator),
          action.data.text,
        ]),
      ),
    };
    yield new SourceRow(++line, new Map(Object.entries(cells)));
  }
}

const statusOf = (row: SourceRow) =>
  row.get('dueComplete') ? 'done' : (wordIn(row.get('list'), TASK_STATUSES) ?? 'todo');

const commentOf = (text: string): [id: string, date: string, author: string, body: string] => JSON.parse(text);

export const trello: Preset = {
  id: 'trello',
  title: 'Trello',
  format: 'json',
  file: 'Board, Print, export and share, Export as JSON.',
  header: ['idOrganization', 'cards', 'lists'],
  rows: rowsOf,
  items: [
    {
      kind: 'task',
      id: (row) => row.get('id'),
      idFrom: ['id'],
      fields: {
        title: from('name'),
        description: from('desc'),
        status: made(['list', 'dueComplete'], statusOf),
        assignee: from('members'),
        due_date: from('due'),
        labels: made(['labels', 'list', 'closed'], (row) => {
          const list = row.get('list');
          return [
            ...row.all('labels'),
            ...(list && !wordIn(list, TASK_STATUSES) ? [list] : []),
            ...(row.get('closed') ? ['archived'] : []),
          ];
        }),
        project: record(['board'], (row) => row.get('board')),
      },
    },
    {
      kind: 'project',
      id: (row) => row.get('board'),
      named: true,
      fields: {
        name: from('board name'),
        description: from('board description'),
        status: always('active'),
      },
    },
    {
      kind: 'comment',
      id: (_row, each) => commentOf(each)[0],
      each: 'comments',
      fields: {
        task: record([], (row) => row.get('id')),
        body: made(['comments'], (_row, _locale, each) => commentOf(each)[3]),
        author: made(['comments'], (_row, _locale, each) => ({ person: commentOf(each)[2] })),
        author_name: made(['comments'], (_row, _locale, each) => commentOf(each)[2]),
        written_at: made(['comments'], (_row, _locale, each) => commentOf(each)[1]),
      },
    },
  ],
  notTaken: {
    attachments: 'Attachments are not fetched. Their addresses stand in the file.',
    closed: 'Archived cards get the label archived.',
  },
};
