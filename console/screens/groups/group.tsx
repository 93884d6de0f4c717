import { Button } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import {
  Confirm,
  Copyable,
  CopyAs,
  Exact,
  Facts,
  Icon,
  Long,
  Page,
  Ready,
  Roles,
  Section,
  type Shown,
  suite,
  Tag,
  useDialog,
  useMay,
  useRead,
} from '../../kit/index.js';
import { EditGroup } from './edit.js';
import { Members } from './members.js';

const PATH = '/v1/access/groups/{id}';

export default function OneGroup() {
  const { id } = useParams({ strict: false }) as { id: string };
  return <Ready of={useRead(PATH, { path: { id } })}>{(group) => <One key={id} of={group} />}</Ready>;
}

function One({ of: group }: { of: Shown<'Group'> }) {
  const { id, name, member_count } = group;
  const may = useMay()('access:write');
  const navigate = useNavigate();
  const [edit, editing] = useDialog((close) => <EditGroup of={group} close={close} />);
  const [remove, removing] = useDialog((close) => (
    <Confirm
      title={`Delete “${name}”?`}
      button="Delete"
      of={{ path: PATH, names: { id } }}
      work={(header) => suite.delete(PATH, { params: { path: { id }, header } })}
      done={`${name} is deleted.`}
      after={() => navigate({ to: '/groups' })}
      close={close}
    >
      {member_count === 1 ? 'The one who is in it loses' : `The ${member_count.toLocaleString()} who are in it lose`}{' '}
      what it gives, at once. The people stay. This cannot be undone.
    </Confirm>
  ));
  return (
    <Page
      title={name}
      within={{ title: 'Groups', to: '/groups' }}
      beside={<Tag>{member_count === 1 ? '1 member' : `${member_count.toLocaleString()} members`}</Tag>}
      actions={
        <>
          <CopyAs request={{ method: 'get', path: PATH, names: { id } }} />
          {may && (
            <>
              <Button variant="default" leftSection={<Icon name="edit" size={16} />} onClick={edit}>
                Change
              </Button>
              <Button color="red" variant="light" onClick={remove}>
                Delete
              </Button>
            </>
          )}
        </>
      }
    >
      <Section title="About it">
        <Facts
          of={{
            Gives: <Roles of={group.roles} none="No role" />,
            'What it is for': group.description ? <Long text={group.description} /> : null,
            Id: <Copyable value={id} label="the id" />,
            Made: <Exact at={group.created_at} />,
          }}
        />
      </Section>
      <Members of={group} />
      {editing}
      {removing}
    </Page>
  );
}
