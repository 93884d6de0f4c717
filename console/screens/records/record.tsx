import { getRouteApi } from '@tanstack/react-router';
import {
  Copyable,
  Empty,
  Go,
  Loading,
  prefixOf,
  Ready,
  RecordPage,
  Section,
  type Shows,
  useMay,
  useReadAny,
  useResources,
  worded,
} from '../../kit/index.js';
import { Value } from './value.js';
import styles from './record.module.css';

const route = getRouteApi('/records/id/$id');

export default function Record() {
  const { id } = route.useParams();
  const api = useResources();
  const may = useMay();
  if (!api) return <Loading />;
  const shows = api.shows.get(prefixOf(id) ?? '');
  if (!shows)
    return (
      <Empty page icon="search" title="This id leads nowhere">
        No route of the API shows a record by an id such as <code>{id}</code>.{' '}
        {may('guard:read') && (
          <Go to="/audit-trail" search={{ resource_id: id }}>
            See what happened to it
          </Go>
        )}
      </Empty>
    );
  return <One key={id} id={id} shows={shows} />;
}

/** The names that a record may have, the best first. */
const NAMES = ['display_name', 'name', 'title', 'full_name', 'email'];

function One({ id, shows: { path, param, title, lists } }: { id: string; shows: Shows }) {
  const names = { [param]: id };
  const answer = useReadAny(path, { path: names });
  return (
    <Ready of={answer}>
      {(record) => (
        <RecordPage
          of={{ path, names }}
          title={String(NAMES.map((name) => record[name]).find(Boolean) ?? id)}
          within={{ title: `Records · ${title}`, to: '/records' }}
          about={<Copyable value={id} label="the id" />}
        >
          {lists.length > 0 && (
            <nav className={styles.belonging} aria-label="What belongs to it">
              {lists.map((list) => (
                <Go key={list.path} to={`/records/id/${id}/${list.path.split('/').at(-1)}`}>
                  {list.title}
                </Go>
              ))}
            </nav>
          )}
          <Section title="Fields">
            <dl className={styles.fields}>
              {Object.entries(record).map(([name, value]) => (
                <div key={name}>
                  <dt title={name}>{worded(name)}</dt>
                  <dd>
                    <Value of={value} />
                  </dd>
                </div>
              ))}
            </dl>
          </Section>
        </RecordPage>
      )}
    </Ready>
  );
}
