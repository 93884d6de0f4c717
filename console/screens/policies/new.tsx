import { useNavigate } from '@tanstack/react-router';
import { Page, suite } from '../../kit/index.js';
import { TEMPLATES } from './templates.js';
import { NOTHING, Writing } from './writing.js';

export default function NewPolicy() {
  const navigate = useNavigate();
  return (
    <Page
      title="New policy"
      about="It takes effect once you activate it. Until then you can try it."
      within={{ title: 'Policies', to: '/policies' }}
    >
      <Writing
        initial={NOTHING}
        templates={TEMPLATES}
        submit={(body) => suite.post('/v1/guard/policies', { body })}
        after={({ id }) => void navigate({ to: '/policies/$id', params: { id } })}
        done="Policy created. It is not active yet."
        button="Create policy"
        cancel={() => void navigate({ to: '/policies' })}
      />
    </Page>
  );
}
