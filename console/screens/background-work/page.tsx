import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Go, Icon, Page, Section, useMay, useMe } from '../../kit/index.js';
import { Purges } from '../retention/purges.js';
import { Exports, Imports, Replays } from './lists.js';
import { Queues } from './queues.js';
import { t } from '../../kit/language.js';

/** Background work: of the deployment for operators, of the workspace for everybody. */
export default function Work() {
  const { operator } = useMe();
  const may = useMay();
  const navigate = useNavigate();
  return (
    <Page
      title={t('Background work')}
      about={t('What goes on by itself, how far it is, and what has failed.')}
      actions={
        operator && (
          <Button
            variant="default"
            leftSection={<Icon name="clock" size={16} />}
            onClick={() => void navigate({ to: '/work/tasks' })}
          >
            {t('Recurring tasks')}
          </Button>
        )
      }
    >
      {operator && <Queues />}
      {may('guard:read') && <Exports />}
      {may('sales:read') && <Imports />}
      <Replays />
      {may('guard:read') && (
        <Section title={t('Purges of the audit log')} beside={<Go to="/retention">{t('Retention')}</Go>}>
          <Purges />
        </Section>
      )}
    </Page>
  );
}
