import { getRouteApi } from '@tanstack/react-router';
import { CopyAs, Empty, Loading, Page, placeOf, prefixOf, useName, useResources } from '../../kit/index.js';
import { Belongs, listOf } from '../../kit/record/index.js';
import { t, translated } from '../../kit/language.js';

const route = getRouteApi('/records/id/$id/$list');

/** A list that belongs to a record: the tasks of a project. */
export default function Belonging() {
  const { id, list } = route.useParams();
  const api = useResources();
  const name = useName(id);
  if (!api) return <Loading />;
  const found = listOf(api, prefixOf(id) ?? '', list);
  if (!found) return <Empty page icon="search" title={t('There is no such list')} />;
  const { path, param, title } = found;
  return (
    <Page
      title={translated(title)}
      within={{ title: name ?? id, to: placeOf(id) }}
      actions={<CopyAs request={{ method: 'get', path, names: { [param]: id } }} />}
    >
      <Belongs key={path + id} id={id} of={found} find />
    </Page>
  );
}
