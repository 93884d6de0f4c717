import { Button, ColorSwatch } from '@mantine/core';
import {
  type App,
  Calm,
  Facts,
  Icon,
  Page,
  Ready,
  type ReadPath,
  type Scope,
  Section,
  useDialog,
  useMay,
  useMe,
  useReadAny,
  worded,
} from '../../kit/index.js';
import { Picture } from '../../kit/schema/picture.js';
import type { Values } from '../../kit/schema/fields.js';
import { labelOf } from '../../kit/schema/words.js';
import { SchemaDialog } from '../../kit/schema/form.js';
import { inSentence, t } from '../../kit/language.js';

interface Settings {
  title: string;
  path: ReadPath;
  read: Scope;
  /** Besides owners, the admins of this app change them. */
  app: App;
}

const ALL: Settings[] = [
  {
    title: t('Workspace'),
    path: '/v1/access/workspace',
    read: 'access:read',
    app: 'access',
  },
  {
    title: t('Projects'),
    path: '/v1/project/settings',
    read: 'project:read',
    app: 'project',
  },
  { title: t('Careers'), path: '/v1/careers/settings', read: 'careers:read', app: 'careers' },
];

/** The settings of the workspace and its apps, which hold for everybody in it. */
export default function AllSettings() {
  const may = useMay();
  const shown = ALL.filter(({ read }) => may(read));
  return (
    <Page title={t('Settings')} about={t('They hold for everybody in the workspace.')}>
      {shown.map((each) => (
        <OfApp key={each.path} of={each} />
      ))}
      {!shown.length && <Calm icon="lock">{t('Settings are for those who may read users, projects or jobs.')}</Calm>}
    </Page>
  );
}

function OfApp({ of: { title, path, app } }: { of: Settings }) {
  const settings = useReadAny(path);
  const roles = useMe().effective_roles;
  const isAdmin = roles.includes('workspace:owner') || roles.includes(`${app}:admin`);
  const [open, dialog] = useDialog((close) => (
    <SchemaDialog
      title={t('Settings: {title}', { title })}
      of={{ method: 'patch', path }}
      record={settings.data}
      read={path}
      button={t('Save')}
      done={t('Settings saved.')}
      close={close}
    />
  ));
  return (
    <Section
      title={title}
      beside={
        isAdmin &&
        settings.data && (
          <Button variant="default" size="compact-sm" leftSection={<Icon name="edit" size={14} />} onClick={open}>
            {t('Edit {noun}', { noun: inSentence(title) })}
          </Button>
        )
      }
    >
      <Ready of={settings}>{(record: Values) => <Facts of={inWords(record)} />}</Ready>
      {dialog}
    </Section>
  );
}

const HIDDEN = ['id', 'revision', 'created_at', 'updated_at'];

const inWords = (record: Values) =>
  Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) =>
      HIDDEN.includes(name) ? [] : [[labelOf(name), shown(name, value)]],
    ),
  );

function shown(name: string, value: unknown) {
  if (!value) return null;
  if (name === 'accent_color') return <ColorSwatch color={String(value)} size={18} title={String(value)} />;
  if (name === 'logo') return <Picture of={String(value)} />;
  return wordsOf(String(value));
}

/** A value of a choice in words: `nearest`. Names and codes are as they are. */
const wordsOf = (value: string) => (/^[a-z]+(_[a-z]+)*$/.test(value) ? worded(value) : value);
