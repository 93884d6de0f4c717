import { APPS, Go, Loading, Page, Section, useEventTypes } from '../../kit/index.js';
import styles from './types.module.css';
import { t } from '../../kit/language.js';

/** Every type of events, with what a webhook is sent of it. */
export default function EventTypes() {
  const types = useEventTypes();
  return (
    <Page
      title={t('Types of events')}
      within={{ title: t('Events'), to: '/events' }}
      about={t('What webhooks can be sent, each with an example of it. Payloads name the record and little else.')}
    >
      {types ? (
        types.map(([app, own]) => (
          <Section key={app} title={APPS[app]}>
            {own.map(({ type, title, example }) => (
              <details key={type} className={styles.eventType}>
                <summary>
                  {title} <code className="soft">{type}</code>
                </summary>
                <pre className="json" tabIndex={0}>
                  {JSON.stringify(example, null, 2)}
                </pre>
                <Go to="/events" search={{ type }}>
                  {t('Those that happened')}
                </Go>
              </details>
            ))}
          </Section>
        ))
      ) : (
        <Loading />
      )}
    </Page>
  );
}
