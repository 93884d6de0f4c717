import { useRead } from '../api.js';
import { Icon } from '../icons.js';
import { placeOf } from '../id.js';
import { Named, NameOf } from '../named.js';
import { Go } from '../page.js';
import { When } from '../when.js';
import { worded } from '../words.js';
import { t } from '../language.js';
import { rich } from '../rich.js';

/** More are behind the link. */
const MAX_SHOWN = 3;

/** Changes of a record that wait for an approval, and for whose. */
export function Waiting({ id }: { id: string }) {
  const query = { resource_id: id, status: 'pending', limit: MAX_SHOWN };
  const waiting = useRead('/v1/guard/reviews', { query }).data?.data ?? [];
  return waiting.map((review) => (
    <div key={review.id} className="banner" role="status">
      <Icon name="clock" />
      <span>
        {rich('{change} that {who} asked for {when} waits for the approval of {approvers}.', {
          change: <Go to={placeOf(review.id)}>{t('A change')}</Go>,
          who: <Named of={review.requested_by} />,
          when: <When at={review.created_at} />,
          approvers: [...new Set(review.needs.flatMap(({ approvers }) => approvers))].map((name, at) => (
            <span key={name}>
              {at > 0 && ` ${t('or')} `}
              <Approver of={name} />
            </span>
          )),
        })}
      </span>
    </div>
  ));
}

/** `user:usr_…`, `group:grp_…` or `role:sales:admin`. */
function Approver({ of: name }: { of: string }) {
  const [, kind, id] = /^(\w+):(.*)$/.exec(name)!;
  return kind === 'role' ? <>{worded(id!.replace(':', '_'))}</> : <NameOf id={id!} />;
}
