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

const FILTERS: Filter[] = [
  { name: 'q', label: 'Find', placeholder: 'Name, company, address' },
  { name: 'owner_id', label: 'Owner', pick: 'usr' },
  { name: 'tag', label: 'Tag' },
  { name: 'status', label: 'Merged', any: 'Left out', options: [{ value: 'archived', label: 'Only merged' }] },
  { name: 'include_deleted', label: 'Trash', any: 'Left out', options: [{ value: 'true', label: 'Shown' }] },
  orderBy('Newest first', { 'display_name:asc': 'By name', 'updated_at:desc': 'Last changed first' }),
];

const COLUMNS: Column<Row<'/v1/sales/contacts'>>[] = [
  { title: 'Name', cell: ({ display_name, email, id }) => display_name ?? email ?? id, sort: 'display_name' },
  { title: 'Company', cell: ({ organization_name }) => organization_name, from: 'sm', width: '18%' },
  { title: 'E-mail', cell: ({ email }) => email, from: 'md', width: '20%' },
  {
    title: 'Tags',
    cell: ({ tags, deleted_at }) => (deleted_at ? <Tag tone="warn">In the trash</Tag> : <Tags of={tags} />),
    from: 'lg',
    width: '8rem',
  },
  { title: 'Owner', cell: ({ owner_id }) => owner_id && <Named of={owner_id} />, from: 'md', width: '9rem' },
  {
    title: 'Changed',
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
      title="Contacts"
      about="The people you sell to, and their companies."
      list={list}
      filters={FILTERS}
      columns={COLUMNS}
      to={({ id }) => `/contacts/${id}`}
      bulk={{ of: 'cnt', needs: 'sales:write' }}
      buttons={<ImportButton of="contact" needs="sales:write" />}
      make={{
        button: 'New contact',
        needs: 'sales:write',
        dialog: (close) => <Make path="/v1/sales/contacts" title="Contacts" close={close} />,
      }}
      empty={{ icon: 'users', title: 'No contacts yet', words: 'People and their companies stand here.' }}
    />
  );
}
