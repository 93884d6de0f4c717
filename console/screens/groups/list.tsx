import {
  type Column,
  type Filter,
  ListPage,
  orderBy,
  rolesInWords,
  type Shown,
  useList,
  When,
} from '../../kit/index.js';
import { EditGroup } from './edit.js';
import { t } from '../../kit/language.js';

const FILTERS: Filter[] = [
  orderBy(t('Newest first'), {
    'name:asc': t('By name'),
    'member_count:desc': t('Largest first'),
    'updated_at:desc': t('Last changed first'),
    'created_at:asc': t('Oldest first'),
  }),
];

const COLUMNS: Column<Shown<'Group'>>[] = [
  { title: t('Name'), cell: ({ name }) => name },
  { title: t('What for'), cell: ({ description }) => description.slice(0, 200), from: 'lg' },
  {
    title: t('Gives'),
    cell: ({ roles }) => (roles.length ? rolesInWords(roles) : <span className="soft">{t('no role')}</span>),
    from: 'sm',
  },
  { title: t('Members'), cell: ({ member_count }) => member_count.toLocaleString(), width: '6.5rem', align: 'right' },
  { title: t('Created'), cell: (group) => <When at={group.created_at} />, width: '9.25rem', from: 'md' },
];

export default function Groups() {
  const groups = useList('/v1/access/groups', { filters: FILTERS });
  return (
    <ListPage
      title={t('Groups')}
      about={t('Everybody in a group has its roles on top of their own.')}
      list={groups}
      filters={FILTERS}
      columns={COLUMNS}
      to={({ id }) => `/groups/${id}`}
      make={{ button: t('New group'), needs: 'access:write', dialog: (close) => <EditGroup close={close} /> }}
      empty={{
        icon: 'users',
        title: t('No groups yet'),
        words: t('Make one for each team, and give roles to it instead of to each person.'),
      }}
    />
  );
}
