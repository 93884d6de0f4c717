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
import { t } from '../../kit/language.js';

const FILTERS: Filter[] = [
  { name: 'status', label: t('Status'), options: ['active', 'inactive'] },
  { name: 'effect', label: t('Effect'), options: ['deny', 'review', 'allow'] },
  orderBy(t('Newest first'), { 'updated_at:desc': t('Last changed first'), 'name:asc': t('By name') }),
];

const COLUMNS: Column<Shown<'Policy'>>[] = [
  { title: t('Name'), cell: ({ name }) => name },
  { title: t('What it says'), cell: (policy) => <Sentence of={policy} />, width: '46%', from: 'md' },
  { title: t('Effect'), cell: ({ effect }) => <Effect is={effect} />, width: '6rem', from: 'sm' },
  { title: t('Status'), cell: ({ status }) => <Status is={status} />, width: '7rem' },
  { title: t('Changed'), cell: ({ updated_at }) => <When at={updated_at} />, width: '9.25rem', from: 'lg' },
];

export const Effect = ({ is }: { is: 'allow' | 'deny' | 'review' }) => (
  <Tag tone={is === 'deny' ? 'bad' : 'info'}>{{ deny: t('Denies'), review: t('Asks'), allow: t('Allows') }[is]}</Tag>
);

export default function Policies() {
  const policies = useList('/v1/guard/policies', { filters: FILTERS });
  const navigate = useNavigate();
  return (
    <ListPage
      title={t('Policies')}
      about={t(
        'Roles say what people may do. A policy takes some of it away: from whom, of which records. It takes effect within a second.',
      )}
      list={policies}
      filters={FILTERS}
      columns={COLUMNS}
      to={({ id }) => `/policies/${id}`}
      make={{ button: t('New policy'), needs: 'guard:write', to: '/policies/new' }}
      buttons={
        <Button
          variant="default"
          leftSection={<Icon name="search" size={16} />}
          onClick={() => void navigate({ to: '/policies/explain' })}
        >
          {t('Explain a case')}
        </Button>
      }
      empty={{
        icon: 'shield',
        title: t('No policies yet'),
        words: t(
          'What the roles of people give them holds without exception. Create a policy for the exceptions, and try it on what happened before it acts.',
        ),
      }}
    />
  );
}
