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
          <Empty page icon="search" title="There is no such role">
            Roles are a level of an app, such as office:editor.
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
      within={{ title: 'Roles', to: '/roles' }}
      actions={<CopyAs request={{ method: 'get', path: '/v1/access/users', query: { role: name } }} />}
    >
      <div className="cards">
        <Section title="What it lets do" beside={<code className="soft">{name}</code>}>
          <ul className="words">
            {scopes.map((scope) => (
              <li key={scope}>
                {inWords(scope)} <code className="soft">{scope}</code>
              </li>
            ))}
          </ul>
        </Section>
        <Section title="Groups that give it">
          <Ready of={groups}>
            {({ data }) => {
              const giving = data.filter(({ roles }) => roles.includes(name as never));
              return giving.length ? (
                <ul className="rows rows-two">
                  {giving.map(({ id, name: group, member_count }) => (
                    <li key={id}>
                      <Id of={id} as={group} />
                      <span className="soft">{member_count.toLocaleString()} in it</span>
                    </li>
                  ))}
                </ul>
              ) : (
                <Calm icon="users">None</Calm>
              );
            }}
          </Ready>
        </Section>
      </div>
      <Section
        title="Who has it"
        beside={
          users.data && (
            <Go to="/users" search={{ role: name }}>
              {shownTotal(users.data.meta)} in all
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
                      {!roles.includes(name as never) && <span className="soft">by a group </span>}
                      <Status is={status} />
                    </span>
                  </li>
                ))}
              </ul>
            ) : (
              <Calm icon="user">Nobody</Calm>
            )
          }
        </Ready>
      </Section>
    </Page>
  );
}
