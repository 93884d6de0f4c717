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
import { plural, t } from '../../kit/language.js';

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
      title={t('Delete “{name}”?', { name })}
      button={t('Delete')}
      of={{ path: PATH, names: { id } }}
      work={(header) => suite.delete(PATH, { params: { path: { id }, header } })}
      done={t('{name} deleted.', { name })}
      after={() => navigate({ to: '/groups' })}
      close={close}
    >
      {t('{what} what it gives, at once. The people stay. This cannot be undone.', {
        what:
          member_count === 1
            ? t('The one who is in it loses')
            : t('The {member_count} who are in it lose', { member_count: member_count.toLocaleString() }),
      })}
    </Confirm>
  ));
  return (
    <RecordPage
      of={{ path: PATH, names: { id } }}
      title={name}
      within={{ title: t('Groups'), to: '/groups' }}
      beside={<Tag>{plural(member_count, '{count} member', '{count} members')}</Tag>}
      actions={
        may && (
          <>
            <Button variant="default" leftSection={<Icon name="edit" size={16} />} onClick={edit}>
              {t('Edit')}
            </Button>
            <Button color="red" variant="light" onClick={remove}>
              {t('Delete')}
            </Button>
          </>
        )
      }
    >
      <Section title={t('About')}>
        <Facts
          of={{
            [t('Gives')]: <Roles of={group.roles} none={t('No role')} />,
            [t('What it is for')]: group.description ? <Long text={group.description} /> : null,
            [t('Id')]: <Copyable value={id} label={t('the id')} />,
            [t('Created')]: <Exact at={group.created_at} />,
          }}
        />
      </Section>
      <Members of={group} />
      {editing}
      {removing}
    </RecordPage>
  );
}
