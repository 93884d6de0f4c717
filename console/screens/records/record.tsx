import { getRouteApi } from '@tanstack/react-router';
import { Empty, Go, Loading, prefixOf, useMay, useResources } from '../../kit/index.js';
import { RecordView } from '../../kit/record/index.js';
import { t, translated } from '../../kit/language.js';
import { rich } from '../../kit/rich.js';

const route = getRouteApi('/records/id/$id');

/** Any record that a route of the API shows by its id. */
export default function Record() {
  const { id } = route.useParams();
  const api = useResources();
  const may = useMay();
  if (!api) return <Loading />;
  const shows = api.shows.get(prefixOf(id) ?? '');
  if (!shows)
    return (
      <Empty page icon="search" title={t('This id leads nowhere')}>
        {rich('No route of the API shows a record by an id such as {id}.', { id: <code>{id}</code> })}{' '}
        {may('guard:read') && (
          <Go to="/audit-trail" search={{ resource_id: id }}>
            {t('See what happened to it')}
          </Go>
        )}
      </Empty>
    );
  return (
    <RecordView
      key={id}
      id={id}
      within={{ title: t('Records · {title}', { title: translated(shows.title) }), to: '/records' }}
    />
  );
}
