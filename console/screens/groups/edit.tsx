import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Dialog, Form, RolePicker, type Shown, suite, TextArea } from '../../kit/index.js';
import { t } from '../../kit/language.js';

interface EditProps {
  /** The group to change. Without it a new one is made. */
  of?: Shown<'Group'>;
  close: () => void;
}

const PATH = '/v1/access/groups/{id}';

export function EditGroup({ of: group, close }: EditProps) {
  const navigate = useNavigate();
  const { name = '', description = '', roles = [] } = group ?? {};
  return (
    <Dialog onClose={close} title={group ? t('Change “{name}”', { name }) : t('New group')} size="xl">
      <Form
        initial={{ name, description, roles }}
        of={group && { path: PATH, names: { id: group.id } }}
        submit={(body, header) =>
          group
            ? suite.patch(PATH, { params: { path: { id: group.id }, header }, body })
            : suite.post('/v1/access/groups', { body })
        }
        after={({ id }) => {
          close();
          if (!group) void navigate({ to: '/groups/$id', params: { id } });
        }}
        done={group ? t('Group saved.') : t('Group created.')}
        button={group ? t('Save') : t('Create group')}
        cancel={close}
      >
        {(field) => (
          <>
            <TextInput label={t('Name')} placeholder={t('Engineering')} data-autofocus {...field('name')} />
            <TextArea label={t('What it is for')} minRows={1} maxRows={4} {...field('description')} />
            <RolePicker label={t('What it gives everybody in it')} {...field('roles')} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
