import {
  type Column,
  type Filter,
  ListPage,
  Long,
  orderBy,
  type Shown,
  Status,
  Tag,
  Tags,
  useList,
  useMe,
  When,
} from '../../kit/index.js';
import { t } from '../../kit/language.js';

type Item = Shown<'DocumentItem'>;

const COLUMNS: Column<Item>[] = [
  { title: t('Title'), cell: ({ title }) => <Long text={title} short /> },
  {
    title: t('Tags'),
    cell: ({ tags }) => <Tags of={tags} />,
    width: '14rem',
    from: 'md',
  },
  {
    title: t('Status'),
    cell: ({ status, deleted_at }) =>
      deleted_at ? <Tag tone="warn">{t('In the trash')}</Tag> : <Status is={status} />,
    width: '7.5rem',
  },
  { title: t('Changed'), cell: (each) => <When at={each.updated_at} />, width: '9.25rem', from: 'sm' },
];

export default function Documents() {
  const me = useMe();
  const filters: Filter[] = [
    { name: 'q', label: t('Find'), placeholder: t('Title or text') },
    { name: 'status', label: t('Status'), options: ['draft', 'published', 'archived'] },
    { name: 'owner_id', label: t('Owner'), any: t('Everybody'), options: [{ value: me.id, label: t('You') }] },
    { name: 'tag', label: t('Tag') },
    { name: 'include_deleted', label: t('Trash'), any: t('Left out'), options: [{ value: 'true', label: t('Shown') }] },
    orderBy(t('Newest first'), { 'updated_at:desc': t('Last changed first'), 'title:asc': t('By title') }),
  ];
  const documents = useList('/v1/office/documents', { filters });
  return (
    <ListPage
      title={t('Documents')}
      about={t('What people write: notes, plans, minutes.')}
      list={documents}
      filters={filters}
      columns={COLUMNS}
      to={({ id }) => `/documents/${id}`}
      bulk={{ of: 'doc', needs: 'office:write' }}
      make={{ button: t('New document'), needs: 'office:write', to: '/documents/new' }}
      empty={{
        icon: 'edit',
        title: t('No documents yet'),
        words: t('Notes, plans and minutes of the workspace stand here.'),
      }}
    />
  );
}
