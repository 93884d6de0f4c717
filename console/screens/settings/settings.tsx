import { Button } from '@mantine/core';
import {
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
  useReadAny,
} from '../../kit/index.js';
import { labelOf, type Values } from '../../kit/schema/fields.js';
import { SchemaDialog } from '../../kit/schema/form.js';

interface Settings {
  title: string;
  path: ReadPath;
  read: Scope;
  write: Scope;
}

const ALL: Settings[] = [
  { title: 'Projects', path: '/v1/project/settings', read: 'project:read', write: 'project:write' },
  { title: 'Careers', path: '/v1/careers/settings', read: 'careers:read', write: 'careers:write' },
];

/** The settings of apps, which hold for everybody in the workspace. */
export default function AppSettings() {
  const may = useMay();
  const shown = ALL.filter(({ read }) => may(read));
  return (
    <Page title="Settings of apps" about="They hold for everybody in the workspace.">
      {shown.map((each) => (
        <OfApp key={each.path} of={each} />
      ))}
      {!shown.length && <Calm icon="lock">Settings are for those who may read projects or jobs.</Calm>}
    </Page>
  );
}

function OfApp({ of: { title, path, write } }: { of: Settings }) {
  const settings = useReadAny(path);
  const may = useMay()(write);
  const [open, dialog] = useDialog((close) => (
    <SchemaDialog
      title={`Settings of ${title.toLowerCase()}`}
      of={{ method: 'patch', path }}
      record={settings.data}
      read={path}
      button="Save"
      done="The settings are changed."
      close={close}
    />
  ));
  return (
    <Section
      title={title}
      beside={
        may &&
        settings.data && (
          <Button variant="default" size="compact-sm" leftSection={<Icon name="edit" size={14} />} onClick={open}>
            {`Edit ${title.toLowerCase()}`}
          </Button>
        )
      }
    >
      <Ready of={settings}>{(record: Values) => <Facts of={inWords(record)} />}</Ready>
      {dialog}
    </Section>
  );
}

const HIDDEN = ['revision', 'created_at', 'updated_at'];

const inWords = (record: Values) =>
  Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) =>
      HIDDEN.includes(name) ? [] : [[labelOf(name), value === null ? null : String(value)]],
    ),
  );
