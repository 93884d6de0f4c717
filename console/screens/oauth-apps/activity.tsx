import { Button } from '@mantine/core';
import {
  Calm,
  Entries,
  Go,
  Icon,
  Ready,
  Section,
  type Shown,
  shownTotal,
  useDialog,
  useRead,
} from '../../kit/index.js';
import { TakeBack } from './take-back.js';
import { t } from '../../kit/language.js';

/** The rest is in the audit trail. */
const SHOWN = 10;

/** The acts and attempts of people through an app, and a way to take some of it back. */
export function Activity({ of: { client_id, name } }: { of: Shown<'OAuthClient'> }) {
  const entries = useRead('/v1/guard/audit-logs', { query: { client_id, limit: SHOWN, include: 'resource' } });
  const [open, dialog] = useDialog((close) => <TakeBack of={client_id} name={name} close={close} />);
  return (
    <Section
      title={t('What it did')}
      beside={
        entries.data?.meta.has_more && (
          <Go to="/audit-trail" search={{ client_id }}>
            {t('All {total}', { total: shownTotal(entries.data.meta) })}
          </Go>
        )
      }
    >
      <Ready of={entries}>
        {({ data, included }) =>
          data.length ? (
            <div className="stack">
              <Entries of={data} titles={included} />
              <Button
                variant="default"
                className="choose"
                leftSection={<Icon name="refresh" size={16} />}
                onClick={open}
              >
                {t('What can be taken back')}
              </Button>
            </div>
          ) : (
            <Calm icon="list">{t('Nobody changed anything with it. What people read with it leaves no entries.')}</Calm>
          )
        }
      </Ready>
      {dialog}
    </Section>
  );
}
