import { useNavigate } from '@tanstack/react-router';
import { Page } from '../../kit/index.js';
import { Writing } from './writing.js';
import { t } from '../../kit/language.js';

export default function NewDocument() {
  const navigate = useNavigate();
  return (
    <Page
      title={t('New document')}
      about={t('Only you and admins see it until you share it.')}
      within={{ title: t('Documents'), to: '/documents' }}
    >
      <Writing
        done={(id) => void navigate({ to: '/documents/$id', params: { id } })}
        cancel={() => void navigate({ to: '/documents' })}
      />
    </Page>
  );
}
