import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Page, Ready, suite, useRead } from '../../kit/index.js';
import { draftOf, Writing } from './writing.js';
import { t } from '../../kit/language.js';

const route = getRouteApi('/alert-rules/$id/edit');

const PATH = '/v1/guard/alert-rules/{id}';

export default function EditRule() {
  const { id } = route.useParams();
  const navigate = useNavigate();
  const back = () => void navigate({ to: '/alert-rules/$id', params: { id } });
  return (
    <Ready of={useRead(PATH, { path: { id } })}>
      {(rule) => (
        <Page
          title={t('Change “{name}”', { name: rule.name })}
          about={t('Where it counts otherwise than before, it begins to count anew.')}
          within={{ title: rule.name, to: `/alert-rules/${id}` }}
        >
          <Writing
            key={id}
            initial={draftOf(rule)}
            of={{ path: PATH, names: { id } }}
            submit={(body, header) => suite.patch(PATH, { params: { path: { id }, header }, body })}
            after={back}
            done={t('Rule saved.')}
            button={t('Save')}
            cancel={back}
          />
        </Page>
      )}
    </Ready>
  );
}
