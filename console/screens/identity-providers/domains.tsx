import { Button, Group } from '@mantine/core';
import { Copyable, Facts, Problem, Section, type Shown, Status, suite, useAction } from '../../kit/index.js';
import { t } from '../../kit/language.js';

type Provider = Shown<'IdentityProvider'>;
type Proof = Provider['domain_proofs'][number];

/** The domains that a provider speaks for, and how to prove those that are unproved. */
export const Domains = ({ of: provider, isOwner }: { of: Provider; isOwner: boolean }) => (
  <Section title={t('Speaks for')}>
    {provider.domain_proofs.map((proof) => (
      <Domain key={proof.domain} of={proof} provider={provider.id} isOwner={isOwner} />
    ))}
    {provider.domain_proofs.some(({ status }) => status === 'unproved') && (
      <p className="soft">
        {t(
          'People of an unproved domain find this provider only at the sign-in address of the workspace. To prove a domain, set its TXT record, then verify it.',
        )}
      </p>
    )}
  </Section>
);

function Domain({ of: proof, provider, isOwner }: { of: Proof; provider: string; isOwner: boolean }) {
  const verify = useAction(() =>
    suite.post('/v1/access/identity-providers/{id}/verify-domain', {
      params: { path: { id: provider } },
      body: { domain: proof.domain },
    }),
  );
  return (
    <div className="stack">
      <Group gap="xs">
        <strong>{proof.domain}</strong>
        <Status is={proof.status} tone={proof.status === 'proved' ? 'good' : 'warn'} />
        {isOwner && proof.status === 'unproved' && (
          <Button variant="default" size="compact-sm" loading={verify.running} onClick={verify.run}>
            {t('Verify {domain}', { domain: proof.domain })}
          </Button>
        )}
      </Group>
      {verify.error && <Problem error={verify.error} />}
      {proof.status === 'unproved' && (
        <Facts
          of={{
            [t('TXT record')]: (
              <Copyable
                value={proof.record_name}
                label={t('the name of the record of {domain}', { domain: proof.domain })}
              />
            ),
            [t('Value')]: (
              <Copyable
                value={proof.record_value}
                label={t('the value of the record of {domain}', { domain: proof.domain })}
              />
            ),
          }}
        />
      )}
    </div>
  );
}
