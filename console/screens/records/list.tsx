import { getRouteApi } from '@tanstack/react-router';
import {
  Empty,
  type Filter,
  ListPage,
  Loading,
  type Resource,
  useListAny,
  useResources,
  worded,
} from '../../kit/index.js';
import { columnsOf, placeOfRow } from './columns.js';

const route = getRouteApi('/records/$slug');

export default function Records() {
  const { slug } = route.useParams();
  const api = useResources();
  if (!api) return <Loading />;
  const resource = api.lists.find((each) => each.slug === slug);
  if (!resource) return <Empty page icon="search" title="There is no such list" />;
  return <Rows key={slug} of={resource} />;
}

function Rows({ of: { path, title, filters, sorts, fields } }: { of: Resource }) {
  const shown: Filter[] = sorts.length ? [...filters, order(sorts)] : filters;
  const list = useListAny(path, { filters: shown });
  const api = useResources()!;
  return (
    <ListPage
      title={title}
      about={<code>GET {path}</code>}
      within={{ title: 'Records', to: '/records' }}
      list={list}
      filters={shown}
      columns={columnsOf(fields)}
      to={placeOfRow(api)}
      empty={{ icon: 'database', title: 'Nothing here yet', words: 'What is made in this list shows up here.' }}
    />
  );
}

const order = (sorts: string[]): Filter => ({
  name: 'sort',
  label: 'Order',
  any: 'As usual',
  options: sorts.flatMap((field) => [
    { value: `${field}:asc`, label: `${worded(field)}, upwards` },
    { value: `${field}:desc`, label: `${worded(field)}, downwards` },
  ]),
});
