import { Exact, Rotate, type Shown, ShownOnce, suite } from '../../kit/index.js';

/** A new secret, and for how long the old one signs beside it. */
export const RotateSecret = ({ of: { id }, close }: { of: Shown<'Webhook'>; close: () => void }) => (
  <Rotate
    title="Rotate the secret"
    words="There will be a new secret. Meanwhile deliveries carry the signatures of both, so that your receiver has time to take it."
    old="The old secret"
    rotate={(grace_period_seconds) =>
      suite.post('/v1/webhooks/{id}/rotate-secret', { params: { path: { id } }, body: { grace_period_seconds } })
    }
    close={close}
  >
    {({ secret, previous_secret_expires_at }) => (
      <ShownOnce title="The new signing secret" value={secret} label="the secret" close={close}>
        <p>
          {previous_secret_expires_at ? (
            <>
              Deliveries are signed with the old secret as well until <Exact at={previous_secret_expires_at} />.
            </>
          ) : (
            'Deliveries are signed with the new secret alone from now on.'
          )}
        </p>
      </ShownOnce>
    )}
  </Rotate>
);
