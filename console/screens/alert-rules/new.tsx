import { useNavigate } from '@tanstack/react-router';
import { Page, suite } from '../../kit/index.js';
import { NOTHING, Writing } from './writing.js';
import { t } from '../../kit/language.js';

export default function NewRule() {
  const navigate = useNavigate();
  return (
    <Page
      title={t('New alert rule')}
      about={t('It counts only once you enable it. Until then you can try it on what happened.')}
      within={{ title: t('Alert rules'), to: '/alert-rules' }}
    >
      <Writing
        initial={NOTHING}
        submit={(body) => suite.post('/v1/guard/alert-rules', { body })}
        after={({ id }) => void navigate({ to: '/alert-rules/$id', params: { id } })}
        done={t('Rule created. Try it, then enable it.')}
        button={t('Create rule')}
        cancel={() => void navigate({ to: '/alert-rules' })}
      />
    </Page>
  );
}
