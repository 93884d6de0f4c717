import { Button } from '@mantine/core';
import { Calm, Confirm, Ready, Section, type Shown, suite, useDialog, useMay, useRead, When } from '../../kit/index.js';
import { t } from '../../kit/language.js';
import { rich } from '../../kit/rich.js';

/** The passkeys and authenticator apps of a user, which admins remove for those who have lost them. */
export function UserFactors({ of: { id, display_name } }: { of: Shown<'User'> }) {
  const factors = useRead('/v1/access/factors', { query: { user_id: id } });
  return (
    <Section title={t('Passkeys and second step')}>
      <Ready of={factors}>
        {({ data }) =>
          data.length ? (
            <ul className="rows">
              {data.map((factor) => (
                <li key={factor.id}>
                  <span>{factor.name}</span>
                  <span className="soft">
                    {rich('since {created}, used {last_used}', {
                      created: <When at={factor.created_at} />,
                      last_used: <When at={factor.last_used_at} />,
                    })}
                  </span>
                  <Remove of={factor} user={display_name} />
                </li>
              ))}
            </ul>
          ) : (
            <Calm icon="lock">{t('None')}</Calm>
          )
        }
      </Ready>
    </Section>
  );
}

function Remove({ of: { id, name }, user }: { of: Shown<'Factor'>; user: string }) {
  const may = useMay()('access:write');
  const [remove, removing] = useDialog((close) => (
    <Confirm
      title={t('Remove “{name}” of {user}?', { name, user })}
      button={t('Remove')}
      work={() => suite.delete('/v1/access/factors/{id}', { params: { path: { id } } })}
      done={t('{name} is removed.', { name })}
      close={close}
    >
      {t(
        'Make sure that it is {user} who asks: from then on their password is enough, unless the sign-in rules demand a second factor. They are signed out everywhere and told by mail.',
        { user },
      )}
    </Confirm>
  ));
  if (!may) return null;
  return (
    <>
      <Button size="compact-xs" variant="default" onClick={remove}>
        {t('Remove')}
      </Button>
      {removing}
    </>
  );
}
