import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { Dialog, Form, type Shown, ShownOnce, suite, TextArea } from '../../kit/index.js';
import { EventPicker } from './event-picker.js';
import { Where, whereOf } from './where.js';
import { t } from '../../kit/language.js';

const PATH = '/v1/webhooks/{id}';

interface EditProps {
  /** The webhook to change. Without it a new one is made. */
  of?: Shown<'Webhook'>;
  close: () => void;
}

/** Where to send which events, of which records; then the secret of a new one, this once. */
export function EditWebhook({ of: webhook, close }: EditProps) {
  const [made, setMade] = useState<Shown<'NewWebhook'> | null>(null);
  if (made)
    return (
      <ShownOnce title={t('The signing secret')} value={made.secret} label={t('the secret')} close={close}>
        <p className="soft">{t('With it your receiver tells that a delivery comes from here.')}</p>
      </ShownOnce>
    );
  const { url = '', events = [], where = {}, description = '' } = webhook ?? {};
  return (
    <Dialog onClose={close} title={webhook ? t('Edit webhook') : t('New webhook')} size="lg">
      <Form
        initial={{ url, events, where, description }}
        of={webhook && { path: PATH, names: { id: webhook.id } }}
        submit={async (draft, header) => {
          const body = { ...draft, where: whereOf(draft) };
          if (webhook) await suite.patch(PATH, { params: { path: { id: webhook.id }, header }, body });
          return webhook ? null : suite.post('/v1/webhooks', { body });
        }}
        after={(answer) => (answer ? setMade(answer) : close())}
        done={webhook && t('Webhook saved.')}
        button={webhook ? t('Save') : t('Create webhook')}
        cancel={close}
      >
        {(field) => (
          <>
            <TextInput
              label={t('Address')}
              placeholder="https://example.com/hooks"
              inputMode="url"
              data-autofocus
              {...field('url')}
            />
            <TextArea label={t('What it is for')} minRows={1} maxRows={4} {...field('description')} />
            <EventPicker {...field('events')} />
            <Where field={field} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
