import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { About } from './about.js';
import { useDialog } from './action.js';
import { type List, useMay } from './api.js';
import { type Bulk, useSelection } from './bulk/selection.js';
import { CopyAs } from './copy.js';
import { type Filter, withWords } from './filter.js';
import { Filters } from './filters.js';
import { Icon, type IconName } from './icons.js';
import { Page, type PageProps } from './page.js';
import type { Scope } from './scopes.js';
import { Empty } from './states.js';
import { DataTable, type TableProps } from './table.js';
import { ViewNotice, Views } from './views.js';

interface ListPageProps<T>
  extends
    Pick<PageProps, 'title' | 'about' | 'within' | 'pages'>,
    Pick<TableProps<T>, 'columns' | 'to' | 'actions' | 'onKey'> {
  list: List<T>;
  filters: readonly Filter[];
  /** Stands behind the filters. */
  beside?: ReactNode;
  /** How one more is made: in a dialog, or on a page of its own. `needs`: by those who have this scope. */
  make?: { button: string; needs?: Scope } & ({ dialog: (close: () => void) => ReactNode } | { to: string });
  /** Rows can be ticked, for actions on several. */
  bulk?: Bulk<T>;
  /** The panel of fields that are changed in their rows (`useQuick`). */
  quick?: ReactNode;
  /** Other buttons. */
  buttons?: ReactNode;
  /** The empty state: a sentence that says what the list holds, or how records get there. */
  empty: { icon: IconName; title: string; words: string };
}

/** A page that is a list: filters, rows, and a button that makes one more. */
export function ListPage<T extends object>({ list, make, empty, bulk, ...of }: ListPageProps<T>) {
  const may = useMay();
  const navigate = useNavigate();
  // Here, not at the button: what is made may be shown in the dialog when the list is not empty any more.
  const [open, dialog] = useDialog((close) => (make && 'dialog' in make ? make.dialog(close) : null));
  const { selection, bar } = useSelection(list.rows, bulk);
  const button = make && (!make.needs || may(make.needs)) && (
    <Button
      leftSection={<Icon name="plus" size={16} />}
      aria-keyshortcuts="c"
      onClick={() => ('to' in make ? void navigate({ to: make.to }) : open())}
    >
      {make.button}
    </Button>
  );
  return (
    <Page
      title={of.title}
      beside={of.about && <About of={of.title}>{of.about}</About>}
      dense
      within={of.within}
      pages={of.pages}
      actions={
        <>
          <Views
            key={list.request.path}
            of={list.request.path}
            title={of.title}
            filters={withWords(list.request.path, of.filters)}
          />
          <CopyAs request={list.request} />
          {of.buttons}
          {button}
        </>
      }
    >
      <Filters path={list.request.path} of={withWords(list.request.path, of.filters)}>
        {of.beside}
      </Filters>
      <ViewNotice of={list.request.path} />
      <DataTable
        label={of.title}
        list={list}
        columns={of.columns}
        to={of.to}
        actions={of.actions}
        selection={selection}
        onKey={of.onKey}
        empty={
          <Empty icon={empty.icon} title={empty.title} action={button}>
            {empty.words}
          </Empty>
        }
      />
      {bar}
      {of.quick}
      {dialog}
    </Page>
  );
}
