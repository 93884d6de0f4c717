import { Copyable, Facts, Section, type Shown, Status } from '../../kit/index.js';
import { t } from '../../kit/language.js';

/** The answer of a provider to a test, in its own words where it cannot be used. */
export const ProviderAnswer = ({ of: answer }: { of: Shown<'ProviderTest'> }) => (
  <Section
    title={t('The answer of the provider')}
    beside={<Status is={answer.status === 'ok' ? 'succeeded' : 'failed'} />}
  >
    <div role="status" className="stack">
      {answer.message && <p>{answer.message}</p>}
      <Facts
        of={{
          [t('Status')]: answer.answer_status,
          [t('Issuer')]: answer.issuer,
          [t('Signs people in at')]: answer.authorization_endpoint,
          [t('Exchanges codes at')]: answer.token_endpoint,
          [t('Keys')]: answer.jwks_uri && <Copyable value={answer.jwks_uri} label={t('the address of its keys')} />,
          [t('Number of keys')]: answer.keys,
          [t('Signs with')]: answer.signing_algorithms.length ? answer.signing_algorithms.join(', ') : null,
        }}
      />
      {answer.answer && (
        <details>
          <summary>{t('Its answer, word for word')}</summary>
          <pre className="json" tabIndex={0}>
            {answer.answer}
          </pre>
        </details>
      )}
    </div>
  </Section>
);
