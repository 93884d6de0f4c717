import { Button, Radio, TextInput } from '@mantine/core';
import {
  Dialog,
  type Answer,
  CopyAs,
  Facts,
  type Fields,
  Form,
  Go,
  Icon,
  Named,
  Page,
  Ready,
  Section,
  suite,
  useDialog,
  useMe,
  useRead,
  When,
} from '../../kit/index.js';
import { sentNumber } from '../../kit/locale.js';
import { plural, t } from '../../kit/language.js';

const PATH = '/v1/access/settings';
type Rules = Answer<typeof PATH>;

/** The values of each rule, in words. */
const WORDS = {
  mfa: {
    optional: [t('Optional'), t('Everybody decides for themselves')],
    admins: [t('Admins and owners'), t('Who may change most also proves most')],
    all: [t('Everybody'), t('Who has none sets one up at the next sign-in')],
  },
  password_sign_in: {
    on: [t('Allowed'), t('With a second step where there is one')],
    off: [
      t('Not allowed'),
      t('By identity provider, or by passkey where none speaks for the address. Owners keep theirs'),
    ],
  },
  apps: {
    registered: [t('Registered here'), t('OAuth apps of this workspace. All others are disconnected')],
    any: [t('Any'), t('Also apps that nobody has registered: they say themselves who they are')],
  },
} as const satisfies Record<string, Record<string, readonly [string, string]>>;

type Choices = typeof WORDS;

const worded = <K extends keyof Choices>(rule: K, value: keyof Choices[K]): string =>
  (WORDS[rule][value] as readonly [string, string])[0];

export default function SignInRules() {
  const rules = useRead(PATH);
  const roles = useMe().effective_roles;
  const isAdmin = roles.includes('workspace:owner') || roles.includes('access:admin');
  const [change, changing] = useDialog((close) => rules.data && <Change of={rules.data} close={close} />);
  return (
    <Page
      title={t('Sign-in rules')}
      about={t('How people of this workspace prove who they are, and for how long that holds.')}
      actions={
        <>
          <CopyAs request={{ method: 'get', path: PATH }} />
          {isAdmin && (
            <Button leftSection={<Icon name="edit" size={16} />} onClick={change}>
              {t('Edit')}
            </Button>
          )}
        </>
      }
    >
      <Ready of={rules}>
        {(it) => (
          <>
            <Section title={t('Signing in')}>
              <Facts
                of={{
                  [t('Second factor')]: worded('mfa', it.mfa),
                  [t('Sign-in with a password')]: worded('password_sign_in', it.password_sign_in),
                  [t('Apps that people may connect')]: worded('apps', it.apps),
                  [t('Identity providers')]: (
                    <Go to="/identity-providers">{t('Where people of your company sign in')}</Go>
                  ),
                }}
              />
            </Section>
            <Section title={t('Sessions')}>
              <Facts
                of={{
                  [t('End without use after')]: minutesInWords(it.session_idle_minutes),
                  [t('End in any case after')]: plural(it.session_max_days, '{count} day', '{count} days'),
                  [t('Changed')]: it.updated_at && <When at={it.updated_at} />,
                  [t('Changed by')]: it.updated_by && <Named of={it.updated_by} />,
                }}
              />
            </Section>
          </>
        )}
      </Ready>
      {changing}
    </Page>
  );
}

/** Rules as they are typed. */
const asTyped = ({ mfa, password_sign_in, apps, session_idle_minutes, session_max_days }: Rules) => ({
  mfa,
  password_sign_in,
  apps,
  session_idle_minutes: String(session_idle_minutes),
  session_max_days: String(session_max_days),
});

type Typed = ReturnType<typeof asTyped>;

function Change({ of: rules, close }: { of: Rules; close: () => void }) {
  return (
    <Dialog onClose={close} title={t('Edit rules')} size="lg">
      <Form
        initial={asTyped(rules)}
        of={{ path: PATH, as: asTyped }}
        submit={({ session_idle_minutes, session_max_days, ...typed }, header) =>
          suite.patch(PATH, {
            params: { header },
            body: {
              ...typed,
              session_idle_minutes: number(session_idle_minutes),
              session_max_days: number(session_max_days),
            },
          })
        }
        after={close}
        done={t('Rules saved.')}
        button={t('Save')}
        cancel={close}
      >
        {(field) => (
          <>
            <Choice of="mfa" label={t('Who needs a second factor')} field={field} />
            <Choice of="password_sign_in" label={t('Sign-in with a password')} field={field} />
            <Choice of="apps" label={t('Apps that people may connect')} field={field} />
            <TextInput
              label={t('Minutes without use after which a session ends')}
              description={t('15 to 20160. A shorter time holds at once for the sessions that there are')}
              inputMode="numeric"
              {...field('session_idle_minutes')}
            />
            <TextInput
              label={t('Days after which a session ends, even if it is used')}
              description="1 to 90"
              inputMode="numeric"
              {...field('session_max_days')}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}

const Choice = ({ of, label, field }: { of: keyof Choices; label: string; field: Fields<Typed> }) => (
  <Radio.Group label={label} {...field(of)}>
    <div className="radios">
      {Object.entries(WORDS[of]).map(([value, [name, about]]) => (
        <Radio key={value} value={value} label={name} description={about} />
      ))}
    </div>
  </Radio.Group>
);

/** `480` → `8 hours`. */
function minutesInWords(minutes: number): string {
  const [amount, unit] =
    minutes % 1440 === 0 ? [minutes / 1440, 'day'] : minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute'];
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}

/** Text that is no number is sent as it was typed, so that the server refuses it. */
const number = (typed: string) => sentNumber(typed) as number;
