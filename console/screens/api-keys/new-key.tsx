import { Alert, Button, Group, Modal } from '@mantine/core';
import { Copyable, Icon, type Shown } from '../../kit/index.js';

/** Shows a key, which nobody will see again. */
export function NewKey({ title, made, close }: { title: string; made: Shown<'NewApiKey'>; close: () => void }) {
  return (
    <Modal opened onClose={close} title={title} closeOnClickOutside={false} closeOnEscape={false}>
      <div className="stack">
        <div className="secret">
          <Copyable value={made.key} label="the key" />
        </div>
        <Alert color="yellow" variant="light" icon={<Icon name="alert" />} className="note">
          It is shown only now. Put it where your program reads its secrets, then close this.
        </Alert>
        <Group justify="flex-end">
          <Button onClick={close}>I have kept it</Button>
        </Group>
      </div>
    </Modal>
  );
}
