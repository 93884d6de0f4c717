import { Exact, Rotate, type Shown, ShownOnce, suite } from '../../kit/index.js';
import { t } from '../../kit/language.js';
import { rich } from '../../kit/rich.js';

/** A new secret, and for how long the old one signs beside it. */
export const RotateSecret = ({ of: { id }, close }: { of: Shown<'Webhook'>; close: () => void }) => (
  <Rotate
    title={t('Rotate the secret')}
    words={t(
      'There will be a new secret. Meanwhile deliveries carry the signatures of both, so that your receiver has time to take it.',
    )}
    ends={t('The old secret ends')}
    rotate={(grace_period_seconds) =>
      suite.post('/v1/webhooks/{id}/rotate-secret', { params: { path: { id } }, body: { grace_period_seconds } })
    }
    close={close}
  >
    {({ secret, previous_secret_expires_at }) => (
      <ShownOnce title={t('The new signing secret')} value={secret} label={t('the secret')} close={close}>
        <p>
          {previous_secret_expires_at
            ? rich('Deliveries are signed with the old secret as well until {previous_secret_expires}.', {
                previous_secret_expires: <Exact at={previous_secret_expires_at} />,
              })
            : t('Deliveries are signed with the new secret alone from now on.')}
        </p>
      </ShownOnce>
    )}
  </Rotate>
);
