import { Checkbox, Select } from '@mantine/core';
import { Page, Problem, Ready, Section, suite, useRead } from '../../kit/index.js';
import { refresh } from '../../kit/api.js';
import { useState } from 'react';
import styles from './inbox.module.css';
import { kindOf } from './line.js';
import { t } from '../../kit/language.js';

const PATH = '/v1/inbox/settings';
const MAILS = [
  { value: 'now', label: t('At once') },
  { value: 'daily', label: t('Daily') },
  { value: 'no', label: t('None') },
];
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: new Date(2000, 0, 1, hour).toLocaleTimeString(undefined, { timeStyle: 'short' }),
}));

/** What becomes of each kind of notice. Each change is kept at once. */
export default function InboxSettings() {
  const settings = useRead(PATH);
  const [error, setError] = useState<Error | null>(null);
  const change = (body: object) => {
    setError(null);
    suite.patch(PATH, { body }).then(refresh, setError);
  };
  return (
    <Page title={t('Inbox settings')} within={{ title: t('Inbox'), to: '/inbox' }} about={t('They are yours alone.')}>
      {error && <Problem error={error} />}
      <Ready of={settings}>
        {({ kinds, mail_hour }) => (
          <>
            <Section title={t('What you are told')}>
              <table className={styles.settings}>
                <thead>
                  <tr>
                    <th scope="col">{t('Kind')}</th>
                    <th scope="col">{t('In the inbox')}</th>
                    <th scope="col">{t('Mail')}</th>
                  </tr>
                </thead>
                <tbody>
                  {Object.entries(kinds).map(([kind, { inbox, mail }]) => {
                    const { title } = kindOf(kind);
                    return (
                      <tr key={kind}>
                        <th scope="row">{title}</th>
                        <td>
                          <Checkbox
                            aria-label={t('{title} in the inbox', { title })}
                            checked={inbox}
                            onChange={({ currentTarget: { checked } }) =>
                              change({ kinds: { [kind]: { inbox: checked } } })
                            }
                          />
                        </td>
                        <td>
                          <Select
                            aria-label={t('Mail about: {title}', { title })}
                            data={MAILS}
                            allowDeselect={false}
                            value={mail}
                            onChange={(value) => change({ kinds: { [kind]: { mail: value } } })}
                          />
                        </td>
                      </tr>
                    );
                  })}
                </tbody>
              </table>
            </Section>
            <Section title={t('Daily mail')}>
              <Select
                label={t('Time, in the zone of the workspace')}
                data={HOURS}
                allowDeselect={false}
                value={String(mail_hour)}
                onChange={(value) => change({ mail_hour: Number(value) })}
              />
            </Section>
          </>
        )}
      </Ready>
    </Page>
  );
}
