import { useNavigate } from '@tanstack/react-router';
import { Page, suite } from '../../kit/index.js';
import { NOTHING, Writing } from './writing.js';

export default function NewRule() {
  const navigate = useNavigate();
  return (
    <Page
      title="New alert rule"
      about="It counts only once you enable it. Until then you can try it on what happened."
      within={{ title: 'Alert rules', to: '/alert-rules' }}
    >
      <Writing
        initial={NOTHING}
        submit={(body) => suite.post('/v1/guard/alert-rules', { body })}
        after={({ id }) => void navigate({ to: '/alert-rules/$id', params: { id } })}
        done="Rule created. Try it, then enable it."
        button="Create rule"
        cancel={() => void navigate({ to: '/alert-rules' })}
      />
    </Page>
  );
}
