import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Icon, Page, Ready, suite, useRead } from '../../kit/index.js';
import { draftOf, Writing } from './writing.js';
import { t } from '../../kit/language.js';

const route = getRouteApi('/policies/$id/edit');

const PATH = '/v1/guard/policies/{id}';

export default function EditPolicy() {
  const { id } = route.useParams();
  const navigate = useNavigate();
  const back = () => void navigate({ to: '/policies/$id', params: { id } });
  return (
    <Ready of={useRead(PATH, { path: { id } })}>
      {(policy) => (
        <Page
          title={t('Change “{name}”', { name: policy.name })}
          within={{ title: policy.name, to: `/policies/${id}` }}
        >
          {policy.status === 'active' && (
            <p className="banner">
              <Icon name="alert" />
              <span>{t('It is active: what you save acts within a second. Try it first.')}</span>
            </p>
          )}
          <Writing
            key={id}
            initial={draftOf(policy)}
            of={{ path: PATH, names: { id } }}
            tries={(body) => ({ path: PATH, names: { id }, method: 'patch', body })}
            submit={(body, header) => suite.patch(PATH, { params: { path: { id }, header }, body })}
            after={back}
            done={t('Policy saved.')}
            button={t('Save')}
            cancel={back}
          />
        </Page>
      )}
    </Ready>
  );
}
