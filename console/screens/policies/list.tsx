import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import {
  type Column,
  type Filter,
  Icon,
  ListPage,
  orderBy,
  type Shown,
  Status,
  Tag,
  useList,
  When,
} from '../../kit/index.js';
import { Sentence } from './sentence.js';

const FILTERS: Filter[] = [
  { name: 'status', label: 'Status', options: ['active', 'inactive'] },
  { name: 'effect', label: 'Effect', options: ['deny', 'review', 'allow'] },
  orderBy('Newest first', { 'updated_at:desc': 'Last changed first', 'name:asc': 'By name' }),
];

const COLUMNS: Column<Shown<'Policy'>>[] = [
  { title: 'Name', cell: ({ name }) => name },
  { title: 'What it says', cell: (policy) => <Sentence of={policy} />, width: '46%', from: 'md' },
  { title: 'Effect', cell: ({ effect }) => <Effect is={effect} />, width: '6rem', from: 'sm' },
  { title: 'Status', cell: ({ status }) => <Status is={status} />, width: '7rem' },
  { title: 'Changed', cell: ({ updated_at }) => <When at={updated_at} />, width: '9.25rem', from: 'lg' },
];

export const Effect = ({ is }: { is: 'allow' | 'deny' | 'review' }) => (
  <Tag tone={is === 'deny' ? 'bad' : 'info'}>{{ deny: 'Denies', review: 'Asks', allow: 'Allows' }[is]}</Tag>
);

export default function Policies() {
  const policies = useList('/v1/guard/policies', { filters: FILTERS });
  const navigate = useNavigate();
  return (
    <ListPage
      title="Policies"
      about="Roles say what people may do. A policy takes some of it away: from whom, of which records. It takes effect within a second."
      list={policies}
      filters={FILTERS}
      columns={COLUMNS}
      to={({ id }) => `/policies/${id}`}
      make={{ button: 'New policy', needs: 'guard:write', to: '/policies/new' }}
      buttons={
        <Button
          variant="default"
          leftSection={<Icon name="search" size={16} />}
          onClick={() => void navigate({ to: '/policies/explain' })}
        >
          Explain a case
        </Button>
      }
      empty={{
        icon: 'shield',
        title: 'No policies yet',
        words:
          'What the roles of people give them holds without exception. Create a policy for the exceptions, and try it on what happened before it acts.',
      }}
    />
  );
}
