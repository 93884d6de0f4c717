import {
  type Column,
  type Filter,
  ListPage,
  Named,
  orderBy,
  type Row,
  Tag,
  Tags,
  useList,
  When,
} from '../../kit/index.js';
import { Make } from '../../kit/record/index.js';
import { ImportButton } from '../imports/link.js';
import { t } from '../../kit/language.js';

const FILTERS: Filter[] = [
  { name: 'q', label: t('Find'), placeholder: t('Name, company, address') },
  { name: 'owner_id', label: t('Owner'), pick: 'usr' },
  { name: 'tag', label: t('Tag') },
  { name: 'status', label: t('Merged'), any: t('Left out'), options: [{ value: 'archived', label: t('Only merged') }] },
  { name: 'include_deleted', label: t('Trash'), any: t('Left out'), options: [{ value: 'true', label: t('Shown') }] },
  orderBy(t('Newest first'), { 'display_name:asc': t('By name'), 'updated_at:desc': t('Last changed first') }),
];

const COLUMNS: Column<Row<'/v1/sales/contacts'>>[] = [
  { title: t('Name'), cell: ({ display_name, email, id }) => display_name ?? email ?? id, sort: 'display_name' },
  { title: t('Company'), cell: ({ organization_name }) => organization_name, from: 'sm', width: '18%' },
  { title: 'E-mail', cell: ({ email }) => email, from: 'md', width: '20%' },
  {
    title: t('Tags'),
    cell: ({ tags, deleted_at }) => (deleted_at ? <Tag tone="warn">{t('In the trash')}</Tag> : <Tags of={tags} />),
    from: 'lg',
    width: '8rem',
  },
  { title: t('Owner'), cell: ({ owner_id }) => owner_id && <Named of={owner_id} />, from: 'md', width: '9rem' },
  {
    title: t('Changed'),
    cell: ({ updated_at }) => <When at={updated_at} />,
    width: '9rem',
    from: 'sm',
    sort: 'updated_at',
  },
];

export default function Contacts() {
  const list = useList('/v1/sales/contacts', { filters: FILTERS });
  return (
    <ListPage
      title={t('Contacts')}
      about={t('The people you sell to, and their companies.')}
      list={list}
      filters={FILTERS}
      columns={COLUMNS}
      to={({ id }) => `/contacts/${id}`}
      bulk={{ of: 'cnt', needs: 'sales:write' }}
      buttons={<ImportButton of="contact" needs="sales:write" />}
      make={{
        button: t('New contact'),
        needs: 'sales:write',
        dialog: (close) => <Make path="/v1/sales/contacts" list="Contacts" close={close} />,
      }}
      empty={{ icon: 'users', title: t('No contacts yet'), words: t('People and their companies stand here.') }}
    />
  );
}
