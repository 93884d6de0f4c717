import { Button, TagsInput } from '@mantine/core';
import {
  Dialog,
  Facts,
  Form,
  Named,
  PickOne,
  Section,
  suite,
  Tags,
  useDialog,
  useMay,
  When,
  worded,
} from '../../kit/index.js';
import { type Document, PATH } from './writing.js';
import { t } from '../../kit/language.js';

/** Owner, visibility, tags, last change and removal of a document. */
export function About({ of: document }: { of: Document }) {
  const may = useMay()('office:write') && !document.deleted_at;
  const [open, dialog] = useDialog((close) => <EditAbout of={document} close={close} />);
  const { permissions, tags, updated_by, purge_at } = document;
  return (
    <Section
      title={t('About')}
      beside={
        may && (
          <Button size="compact-sm" variant="default" onClick={open} aria-label={t('Edit owner and tags')}>
            {t('Edit')}
          </Button>
        )
      }
    >
      <Facts
        of={{
          [t('Owner')]: <Named of={document.owner_id} />,
          [t('Who may read it')]: worded(permissions.visibility),
          [t('Tags')]: tags.length > 0 && <Tags of={tags} />,
          [t('Created')]: <When at={document.created_at} />,
          [t('Changed')]: <When at={document.updated_at} />,
          [t('By')]: updated_by && <Named of={updated_by} />,
          ...(purge_at && { [t('In the trash until')]: <When at={purge_at} /> }),
        }}
      />
      {dialog}
    </Section>
  );
}

function EditAbout({ of: { id, owner_id, tags }, close }: { of: Document; close: () => void }) {
  return (
    <Dialog onClose={close} title={t('Owner and tags')}>
      <Form
        initial={{ owner_id, tags }}
        of={{ path: PATH, names: { id } }}
        submit={(body, header) => suite.patch(PATH, { params: { path: { id }, header }, body })}
        after={close}
        done={t('Document saved.')}
        button={t('Save')}
        cancel={close}
      >
        {(field) => (
          <>
            <TagsInput
              label={t('Tags')}
              placeholder={t('Type one and press Enter')}
              acceptValueOnBlur
              data-autofocus
              {...field('tags')}
            />
            <PickOne of="usr" label={t('Owner')} {...field('owner_id')} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
