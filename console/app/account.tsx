import { Menu, useMantineColorScheme } from '@mantine/core';
import { refresh, suite, useMe } from '../kit/api.js';
import { Avatar } from '../kit/avatar.js';
import { explain } from '../kit/errors.js';
import { Icon, type IconName } from '../kit/icons.js';
import { BASE_URL, ROOT, signOut } from '../kit/session.js';
import { toast } from '../kit/toast.js';
import styles from './shell.module.css';
import { type Language, LANGUAGES, speak } from '../languages/index.js';
import { inContext, t } from '../kit/language.js';

export const SCHEMES = [
  ['light', t('Light'), 'sun'],
  ['dark', t('Dark'), 'moon'],
  ['auto', t('As the system'), 'eye'],
] as const satisfies [string, string, IconName][];

export const ACCOUNT_URL = `${ROOT.replace(/console\/$/, '')}account`;
export const DOCS_URL = `${BASE_URL}/docs`;

/** The language is the person's, so it holds in their other browsers and for their mail, too. */
async function choose(language: Language | null): Promise<void> {
  try {
    await suite.patch('/v1/access/me', { body: { language } });
    if (!speak(language)) await refresh();
  } catch (error) {
    toast(explain(error).text);
  }
}

/** The person who is signed in, with their own pages. */
export function Account({ showKeys }: { showKeys: () => void }) {
  const { display_name, email, language: own } = useMe();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="top-start" width="target" withinPortal={false}>
      <Menu.Target>
        <button type="button" className={styles.account}>
          <Avatar name={display_name} />
          <span className={styles.accountWho}>
            <strong>{display_name}</strong>
            <small>{email}</small>
          </span>
          <Icon name="chevronDown" size={15} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('Appearance')}</Menu.Label>
        {SCHEMES.map(([scheme, name, icon]) => (
          <Menu.Item
            key={scheme}
            leftSection={<Icon name={icon} size={16} />}
            rightSection={scheme === colorScheme && <Icon name="check" size={16} />}
            onClick={() => setColorScheme(scheme)}
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>{t('Language')}</Menu.Label>
        {([null, ...Object.keys(LANGUAGES)] as (Language | null)[]).map((language) => (
          <Menu.Item
            key={language}
            lang={language ?? undefined}
            rightSection={language === own && <Icon name="check" size={16} />}
            onClick={() => void choose(language)}
          >
            {language ? LANGUAGES[language] : t('As the browser says')}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item component="a" href={ACCOUNT_URL} leftSection={<Icon name="user" size={16} />}>
          {t('Your account')}
        </Menu.Item>
        <Menu.Item component="a" href={DOCS_URL} leftSection={<Icon name="code" size={16} />}>
          {t('API documentation')}
        </Menu.Item>
        <Menu.Item onClick={showKeys} leftSection={<Icon name="list" size={16} />}>
          {inContext('keyboard', 'Keys')}
        </Menu.Item>
        <Menu.Item onClick={() => void signOut()} leftSection={<Icon name="signOut" size={16} />}>
          {t('Sign out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
