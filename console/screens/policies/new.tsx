import { useNavigate } from '@tanstack/react-router';
import { Page, suite } from '../../kit/index.js';
import { TEMPLATES } from './templates.js';
import { NOTHING, Writing } from './writing.js';
import { t } from '../../kit/language.js';

export default function NewPolicy() {
  const navigate = useNavigate();
  return (
    <Page
      title={t('New policy')}
      about={t('It takes effect once you activate it. Until then you can try it.')}
      within={{ title: t('Policies'), to: '/policies' }}
    >
      <Writing
        initial={NOTHING}
        templates={TEMPLATES}
        submit={(body) => suite.post('/v1/guard/policies', { body })}
        after={({ id }) => void navigate({ to: '/policies/$id', params: { id } })}
        done={t('Policy created. It is not active yet.')}
        button={t('Create policy')}
        cancel={() => void navigate({ to: '/policies' })}
      />
    </Page>
  );
}
