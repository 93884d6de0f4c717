import { APPS, type App, CopyAs, Go, Icon, LEVELS, OWNER, Page, roleName, Section, worded } from '../../kit/index.js';
import { t } from '../../kit/language.js';

/** Every role there is: a level of an app, or all of everything. */
export default function Roles() {
  return (
    <Page
      title={t('Roles')}
      about={t(
        'What people may do. A role is a level in an app; give it to a user, or to a group for everybody in it.',
      )}
      actions={<CopyAs request={{ method: 'get', path: '/v1/access/roles' }} />}
    >
      <Section title={t('Of the whole workspace')}>
        <ul className="links">
          <li>
            <Go to={`/roles/${OWNER}`} className="role">
              <strong>{roleName(OWNER)}</strong>
              <span className="soft">{t('Admin of all six apps. There is always one')}</span>
              <Icon name="chevronRight" size={15} />
            </Go>
          </li>
        </ul>
      </Section>
      <div className="cards part">
        {(Object.keys(APPS) as App[]).map((app) => (
          <Section key={app} title={APPS[app]}>
            <ul className="links">
              {Object.entries(LEVELS).map(([level, does]) => (
                <li key={level}>
                  <Go to={`/roles/${app}:${level}`} className="role">
                    <strong>{worded(level)}</strong>
                    <span className="soft">{does}</span>
                    <Icon name="chevronRight" size={15} />
                  </Go>
                </li>
              ))}
            </ul>
          </Section>
        ))}
      </div>
    </Page>
  );
}
