import { Button } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import {
  Confirm,
  Copyable,
  Exact,
  Facts,
  Icon,
  Long,
  ReadRecord,
  RecordPage,
  Roles,
  Section,
  type Shown,
  suite,
  Tag,
  useDialog,
  useMay,
} from '../../kit/index.js';
import { EditGroup } from './edit.js';
import { Members } from './members.js';

const route = getRouteApi('/groups/$id');

const PATH = '/v1/access/groups/{id}';

export default function OneGroup() {
  const { id } = route.useParams();
  return <ReadRecord of={{ path: PATH, names: { id } }} show={One} />;
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
      done={`${name} deleted.`}
      after={() => navigate({ to: '/groups' })}
      close={close}
    >
      {member_count === 1 ? 'The one who is in it loses' : `The ${member_count.toLocaleString()} who are in it lose`}{' '}
      what it gives, at once. The people stay. This cannot be undone.
    </Confirm>
  ));
  return (
    <RecordPage
      of={{ path: PATH, names: { id } }}
      title={name}
      within={{ title: 'Groups', to: '/groups' }}
      beside={<Tag>{member_count === 1 ? '1 member' : `${member_count.toLocaleString()} members`}</Tag>}
      actions={
        may && (
          <>
            <Button variant="default" leftSection={<Icon name="edit" size={16} />} onClick={edit}>
              Edit
            </Button>
            <Button color="red" variant="light" onClick={remove}>
              Delete
            </Button>
          </>
        )
      }
    >
      <Section title="About">
        <Facts
          of={{
            Gives: <Roles of={group.roles} none="No role" />,
            'What it is for': group.description ? <Long text={group.description} /> : null,
            Id: <Copyable value={id} label="the id" />,
            Created: <Exact at={group.created_at} />,
          }}
        />
      </Section>
      <Members of={group} />
      {editing}
      {removing}
    </RecordPage>
  );
}
