import { APPS, type App, Go, Loading, Page, type Resource, Section, useMe, useResources } from '../../kit/index.js';
import { t, translated } from '../../kit/language.js';

/** Every list of the API that the reader may see, by app. */
export default function Resources() {
  const api = useResources();
  const { scopes } = useMe();
  if (!api) return <Loading />;
  const lists = api.lists.filter(({ scope }) => !scope || scopes.includes(scope));
  const apps = Object.groupBy(lists, ({ app }) => app);
  const names = [...Object.keys(APPS), 'workspace'].filter((app) => apps[app]);
  return (
    <Page title={t('Records')} about={t('Every list of the API: look, filter, and take the request along.')}>
      <div className="cards">
        {names.map((app) => (
          <Section key={app} title={APPS[app as App] ?? t('Workspace')}>
            <ul className="links">{apps[app]!.map(link)}</ul>
          </Section>
        ))}
      </div>
    </Page>
  );
}

const link = ({ slug, title }: Resource) => (
  <li key={slug}>
    <Go to={`/records/${slug}`}>{translated(title)}</Go>
  </li>
);
