import { Button, Group, TextInput } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../../kit/index.js';
import { isAddress } from './address.js';
import { t } from '../../kit/language.js';

/** Sets the address of the selected text, or of the link that the cursor is in. */
export function LinkDialog({ editor, close }: { editor: Editor; close: () => void }) {
  const before = String(editor.getAttributes('link').href ?? '');
  const [url, setUrl] = useState(before);
  const [error, setError] = useState('');
  const done = () => {
    close();
    editor.commands.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The form of the page is another one.
    event.stopPropagation();
    const to = /^[\w.-]+\.[a-z]{2,}(\/|$)/i.test(url.trim()) ? `https://${url.trim()}` : url.trim();
    if (!isAddress(to)) return setError(t('The address must begin with https://, http://, mailto: or tel:.'));
    const link = editor.chain().focus().extendMarkRange('link');
    if (editor.state.selection.empty && !before)
      link.insertContent({ type: 'text', text: to, marks: [{ type: 'link', attrs: { href: to } }] }).run();
    else link.setLink({ href: to }).run();
    done();
  };
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
    done();
  };
  return (
    <Dialog onClose={done} title={t('Link')} size="sm" returnFocus={false}>
      <form className="stack" onSubmit={submit} noValidate>
        <TextInput
          label={t('Address')}
          placeholder="https://example.com"
          value={url}
          error={error}
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
          data-autofocus
        />
        <Group justify="flex-end">
          {before && (
            <Button variant="default" onClick={remove}>
              {t('Remove link')}
            </Button>
          )}
          <Button type="submit">{t('Set link')}</Button>
        </Group>
      </form>
    </Dialog>
  );
}
