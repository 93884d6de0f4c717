import { APPS, Go, Loading, Page, Section, useEventTypes } from '../../kit/index.js';
import styles from './types.module.css';

/** Every type of events, with what a webhook is sent of it. */
export default function EventTypes() {
  const types = useEventTypes();
  return (
    <Page
      title="Types of events"
      within={{ title: 'Events', to: '/events' }}
      about="What webhooks can be sent, each with an example of it. Payloads name the record and little else."
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
                  Those that happened
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
