import { getRouteApi } from '@tanstack/react-router';
import {
  Empty,
  type Filter,
  ListPage,
  Loading,
  placeOfEntry,
  type Resource,
  useFilters,
  useListAny,
  useResources,
  worded,
  listed,
} from '../../kit/index.js';
import { columnsOf, Make, nounOf, placeOfRow } from '../../kit/record/index.js';
import { inSentence, t, translated } from '../../kit/language.js';

const route = getRouteApi('/records/$slug');

export default function Records() {
  const { slug } = route.useParams();
  const api = useResources();
  if (!api) return <Loading />;
  const resource = api.lists.find((each) => each.slug === slug);
  if (!resource) return <Empty page icon="search" title={t('There is no such list')} />;
  return <Rows key={slug} of={resource} />;
}

/** Entries of the audit trail have ids that look like those of events, and a page that needs more than the id. */
const ENTRIES = '/v1/guard/audit-logs';

function Rows({ of: { path, title, filters, needs, sorts, fields, make, trash } }: { of: Resource }) {
  const shown: Filter[] = [...filters, ...(trash ? [TRASH] : []), ...(sorts.length ? [order(sorts)] : [])];
  const [chosen] = useFilters(needs);
  const missing = needs.filter((name) => !chosen[name]).map((name) => inSentence(worded(name)));
  const list = useListAny(path, { filters: shown, when: !missing.length });
  const api = useResources()!;
  const noun = nounOf(title);
  return (
    <ListPage
      title={translated(title)}
      about={<code>GET {path}</code>}
      within={{ title: t('Records'), to: '/records' }}
      list={missing.length ? { ...list, loading: false, filtered: false } : list}
      filters={shown}
      columns={columnsOf(fields)}
      to={path === ENTRIES ? placeOfEntry : placeOfRow(api)}
      make={
        make
          ? {
              button: t('New {noun}', { noun }),
              needs: make.scope ?? undefined,
              dialog: (close) => <Make path={path} list={title} close={close} />,
            }
          : undefined
      }
      empty={
        missing.length
          ? {
              icon: 'filter',
              title: t('Which {missing}?', { missing: listed(missing) }),
              words: t('Choose it by Filter to see the list.'),
            }
          : { icon: 'database', title: t('Nothing here yet'), words: t('What is made in this list shows up here.') }
      }
    />
  );
}

const TRASH: Filter = {
  name: 'include_deleted',
  label: t('Trash'),
  any: t('Left out'),
  options: [{ value: 'true', label: t('Shown') }],
};

const order = (sorts: string[]): Filter => ({
  name: 'sort',
  label: t('Order'),
  any: t('As usual'),
  options: sorts.flatMap((field) => [
    { value: `${field}:asc`, label: t('{field}, upwards', { field: worded(field) }) },
    { value: `${field}:desc`, label: t('{field}, downwards', { field: worded(field) }) },
  ]),
});
