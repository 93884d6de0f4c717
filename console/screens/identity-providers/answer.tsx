import { Copyable, Facts, Section, type Shown, Status } from '../../kit/index.js';

/** The answer of a provider to a test, in its own words where it cannot be used. */
export const ProviderAnswer = ({ of: answer }: { of: Shown<'ProviderTest'> }) => (
  <Section title="The answer of the provider" beside={<Status is={answer.status === 'ok' ? 'succeeded' : 'failed'} />}>
    <div role="status" className="stack">
      {answer.message && <p>{answer.message}</p>}
      <Facts
        of={{
          Status: answer.answer_status,
          Issuer: answer.issuer,
          'Signs people in at': answer.authorization_endpoint,
          'Exchanges codes at': answer.token_endpoint,
          Keys: answer.jwks_uri && <Copyable value={answer.jwks_uri} label="the address of its keys" />,
          'Number of keys': answer.keys,
          'Signs with': answer.signing_algorithms.length ? answer.signing_algorithms.join(', ') : null,
        }}
      />
      {answer.answer && (
        <details>
          <summary>Its answer, word for word</summary>
          <pre className="json" tabIndex={0}>
            {answer.answer}
          </pre>
        </details>
      )}
    </div>
  </Section>
);
