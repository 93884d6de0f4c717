import { Button } from '@mantine/core';
import {
  Calm,
  Confirm,
  Go,
  Ready,
  Section,
  type Shown,
  suite,
  useDialog,
  useMay,
  useRead,
  When,
  shownTotal,
} from '../../kit/index.js';
import { deviceOf } from '../sessions/device.js';
import { SignOut } from '../sessions/sign-out.js';
import { t } from '../../kit/language.js';
import { rich } from '../../kit/rich.js';

/** The rest is on the page of sessions. */
const MAX_SESSIONS = 5;

/** Where a user is signed in. */
export function UserSessions({ of: user }: { of: Shown<'User'> }) {
  const { id, display_name } = user;
  const sessions = useRead('/v1/access/users/{id}/sessions', {
    path: { id },
    query: { status: 'active', limit: MAX_SESSIONS },
  });
  const may = useMay()('access:write');
  const [end, ending] = useDialog((close) => (
    <Confirm
      title={t('Sign {display_name} out everywhere?', { display_name })}
      button={t('Sign out everywhere')}
      work={() => suite.post('/v1/access/users/{id}/sessions/revoke', { params: { path: { id } } })}
      done={t('They are signed out everywhere.')}
      close={close}
    >
      {t(
        'All their sessions end at once, in browsers and in programs that work in their name. They can sign in again; to keep them out, suspend them.',
      )}
    </Confirm>
  ));
  const some = Boolean(sessions.data?.data.length);
  return (
    <Section
      title={t('Sessions')}
      beside={
        <span className="links-row">
          <Go to="/sessions" search={{ user_id: id }}>
            {sessions.data?.meta.has_more
              ? t('All {total}', { total: shownTotal(sessions.data.meta) })
              : t('All sessions')}
          </Go>
          {may && some && (
            <Button size="xs" variant="default" onClick={end}>
              {t('Sign out everywhere')}
            </Button>
          )}
        </span>
      }
    >
      <Ready of={sessions}>
        {({ data }) =>
          data.length ? (
            <ul className="rows">
              {data.map((session) => (
                <li key={session.id}>
                  <span>{deviceOf(session)}</span>
                  <span className="soft">
                    {rich('{ip_address}, last seen {last_active}', {
                      ip_address: session.ip_address ?? t('no address'),
                      last_active: <When at={session.last_active_at} />,
                    })}
                  </span>
                  {may ? <SignOut of={session} /> : <When at={session.created_at} />}
                </li>
              ))}
            </ul>
          ) : (
            <Calm icon="signOut">{t('Signed in nowhere')}</Calm>
          )
        }
      </Ready>
      {ending}
    </Section>
  );
}
