import { Button } from '@mantine/core';
import {
  type Column,
  CopyAs,
  DataTable,
  Empty,
  type Filter,
  Filters,
  Icon,
  Page,
  type Shown,
  summary,
  Tag,
  useDialog,
  useList,
  useMay,
  When,
} from '../../kit/index.js';
import { EditApp } from './edit.js';

const FILTERS: Filter[] = [
  { name: 'sort', label: 'Order', any: 'Newest first', options: [{ value: 'created_at:asc', label: 'Oldest first' }] },
];

const COLUMNS: Column<Shown<'OAuthClient'>>[] = [
  { title: 'Name', cell: ({ name }) => name },
  { title: 'Sends people back to', cell: ({ redirect_uris }) => redirect_uris.join(', ').slice(0, 200), from: 'md' },
  { title: 'May ask for', cell: ({ scopes }) => summary(scopes), from: 'lg' },
  { title: 'Type', cell: ({ type }) => <Tag>{type === 'public' ? 'Public' : 'Confidential'}</Tag>, width: '8rem' },
  { title: 'Made', cell: (app) => <When at={app.created_at} />, width: '8rem', from: 'sm' },
];

export default function OAuthApps() {
  const apps = useList('/v1/access/oauth-clients', { filters: ['sort'] });
  const may = useMay();
  const [make, making] = useDialog((close) => <EditApp close={close} />);
  const button = may('access:write') && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={make}>
      New app
    </Button>
  );
  return (
    <Page
      title="OAuth apps"
      about="Programs that people of this workspace sign in to with their account here. Each asks them first what it may do."
      actions={
        <>
          <CopyAs request={apps.request} />
          {button}
        </>
      }
    >
      <Filters of={FILTERS} />
      <DataTable
        label="OAuth apps"
        list={apps}
        columns={COLUMNS}
        to={(app) => `/oauth-apps/${app.client_id}`}
        empty={
          <Empty icon="external" title="No apps yet" action={button}>
            Make one for a program that works in the name of people. A program that works by itself needs an API key.
          </Empty>
        }
      />
      {making}
    </Page>
  );
}
