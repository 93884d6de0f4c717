import { useNavigate } from '@tanstack/react-router';
import { Page, suite } from '../../kit/index.js';
import { NOTHING, Writing } from './writing.js';

export default function NewPolicy() {
  const navigate = useNavigate();
  return (
    <Page
      title="New policy"
      about="It acts only once you activate it. Until then you can try it."
      within={{ title: 'Policies', to: '/policies' }}
    >
      <Writing
        initial={NOTHING}
        submit={(body) => suite.post('/v1/guard/policies', { body })}
        after={({ id }) => void navigate({ to: `/policies/${id}` })}
        done="The policy is made. It does not act yet."
        button="Make the policy"
        cancel={() => void navigate({ to: '/policies' })}
      />
    </Page>
  );
}
