import { getRouteApi } from '@tanstack/react-router';
import {
  Calm,
  CopyAs,
  Empty,
  Go,
  Id,
  inWords,
  Page,
  Ready,
  roleAbout,
  roleName,
  Section,
  type Shown,
  Status,
  useRead,
  shownTotal,
} from '../../kit/index.js';
import { t } from '../../kit/language.js';

const route = getRouteApi('/roles/$role');

/** Of those who have it; the rest is behind the link. */
const MAX_USERS = 10;

export default function OneRole() {
  const { role: name } = route.useParams();
  const roles = useRead('/v1/access/roles');
  return (
    <Ready of={roles}>
      {({ data }) => {
        const role = data.find((each) => each.name === name);
        return role ? (
          <One key={name} of={role} />
        ) : (
          <Empty page icon="search" title={t('There is no such role')}>
            {t('Roles are a level of an app, such as office:editor.')}
          </Empty>
        );
      }}
    </Ready>
  );
}

function One({ of: { name, scopes, description } }: { of: Shown<'Role'> }) {
  const users = useRead('/v1/access/users', { query: { role: name, limit: MAX_USERS } });
  // The API answers all groups of a workspace at once.
  const groups = useRead('/v1/access/groups');
  return (
    <Page
      title={roleName(name)}
      about={roleAbout(name) ?? description}
      within={{ title: t('Roles'), to: '/roles' }}
      actions={<CopyAs request={{ method: 'get', path: '/v1/access/users', query: { role: name } }} />}
    >
      <div className="cards">
        <Section title={t('What it lets do')} beside={<code className="soft">{name}</code>}>
          <ul className="words">
            {scopes.map((scope) => (
              <li key={scope}>
                {inWords(scope)} <code className="soft">{scope}</code>
              </li>
            ))}
          </ul>
        </Section>
        <Section title={t('Groups that give it')}>
          <Ready of={groups}>
            {({ data }) => {
              const giving = data.filter(({ roles }) => roles.includes(name as never));
              return giving.length ? (
                <ul className="rows rows-two">
                  {giving.map(({ id, name: group, member_count }) => (
                    <li key={id}>
                      <Id of={id} as={group} />
                      <span className="soft">
                        {t('{member_count} in it', { member_count: member_count.toLocaleString() })}
                      </span>
                    </li>
                  ))}
                </ul>
              ) : (
                <Calm icon="users">{t('None')}</Calm>
              );
            }}
          </Ready>
        </Section>
      </div>
      <Section
        title={t('Who has it')}
        beside={
          users.data && (
            <Go to="/users" search={{ role: name }}>
              {t('{total} in all', { total: shownTotal(users.data.meta) })}
            </Go>
          )
        }
      >
        <Ready of={users}>
          {({ data }) =>
            data.length ? (
              <ul className="rows">
                {data.map(({ id, display_name, email, status, roles }) => (
                  <li key={id}>
                    <Id of={id} as={display_name} />
                    <span className="soft">{email}</span>
                    <span>
                      {!roles.includes(name as never) && <span className="soft">{t('by a group')} </span>}
                      <Status is={status} />
                    </span>
                  </li>
                ))}
              </ul>
            ) : (
              <Calm icon="user">{t('Nobody')}</Calm>
            )
          }
        </Ready>
      </Section>
    </Page>
  );
}
