import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Icon, Page, Ready, suite, useRead } from '../../kit/index.js';
import { Writing } from './writing.js';

const route = getRouteApi('/policies/$id/edit');

const PATH = '/v1/guard/policies/{id}';

export default function EditPolicy() {
  const { id } = route.useParams();
  const navigate = useNavigate();
  const back = () => void navigate({ to: '/policies/$id', params: { id } });
  return (
    <Ready of={useRead(PATH, { path: { id } })}>
      {({ name, effect, principals, resources, actions, when, approvers, approvals, expires_in_hours, status }) => (
        <Page title={`Change “${name}”`} within={{ title: name, to: `/policies/${id}` }}>
          {status === 'active' && (
            <p className="banner">
              <Icon name="alert" />
              <span>It is active: what you save acts within a second. Try it first.</span>
            </p>
          )}
          <Writing
            key={id}
            initial={{
              name,
              effect,
              principals,
              resources,
              actions,
              when,
              approvers,
              approvals,
              expires_in_hours,
            }}
            of={{ path: PATH, names: { id } }}
            submit={(body, header) => suite.patch(PATH, { params: { path: { id }, header }, body })}
            after={back}
            done="Policy saved."
            button="Save"
            cancel={back}
          />
        </Page>
      )}
    </Ready>
  );
}
