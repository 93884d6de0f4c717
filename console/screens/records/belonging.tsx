import { getRouteApi } from '@tanstack/react-router';
import {
  CopyAs,
  DataTable,
  Empty,
  Filters,
  Loading,
  Page,
  placeOf,
  prefixOf,
  type Shows,
  useListAny,
  useResources,
  withWords,
} from '../../kit/index.js';
import { columnsOf, placeOfRow } from './columns.js';

const route = getRouteApi('/records/id/$id/$list');

/** A list that belongs to a record: the tasks of a project. */
export default function Belonging() {
  const { id, list } = route.useParams();
  const api = useResources();
  if (!api) return <Loading />;
  const found = api.shows.get(prefixOf(id) ?? '')?.lists.find(({ path }) => path.endsWith(`/${list}`));
  return found ? (
    <Rows key={id + list} id={id} of={found} />
  ) : (
    <Empty page icon="search" title="There is no such list" />
  );
}

function Rows({ id, of: { path, param, title } }: { id: string; of: Shows['lists'][number] }) {
  const list = useListAny(path, { path: { [param]: id }, filters: [] });
  const filters = withWords(path, []);
  const fields = Object.fromEntries(Object.keys(list.rows[0] ?? {}).map((name) => [name, {}]));
  return (
    <Page title={title} within={{ title: id, to: placeOf(id) }} actions={<CopyAs request={list.request} />}>
      {filters.length > 0 && <Filters of={filters} />}
      <DataTable
        label={title}
        list={list}
        columns={columnsOf(fields)}
        to={placeOfRow(useResources()!)}
        empty={<Empty icon="database" title="Nothing here yet" />}
      />
    </Page>
  );
}
