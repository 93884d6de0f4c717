import { Calm, Page, Ready, Section, useRead } from '../../kit/index.js';
import { Explain } from './explain.js';
import { t } from '../../kit/language.js';

/** The decision of all active policies. One policy is asked, because each is evaluated together with all others. */
export default function Case() {
  const active = useRead('/v1/guard/policies', { query: { status: 'active', limit: 1 } });
  return (
    <Page
      title={t('Explain a case')}
      about={t('Who wants to do what: what the active policies come to, and which of them decide.')}
      within={{ title: t('Policies'), to: '/policies' }}
    >
      <Ready of={active}>
        {({ data: [policy] }) =>
          policy ? (
            <Explain id={policy.id} />
          ) : (
            <Section title={t('Explain a case')}>
              <Calm icon="shield">{t('No policy is active: the roles of people decide alone')}</Calm>
            </Section>
          )
        }
      </Ready>
    </Page>
  );
}
