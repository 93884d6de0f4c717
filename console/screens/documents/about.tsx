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

/** Owner, visibility, tags, last change and removal of a document. */
export function About({ of: document }: { of: Document }) {
  const may = useMay()('office:write') && !document.deleted_at;
  const [open, dialog] = useDialog((close) => <EditAbout of={document} close={close} />);
  const { permissions, tags, updated_by, purge_at } = document;
  return (
    <Section
      title="About"
      beside={
        may && (
          <Button size="compact-sm" variant="default" onClick={open} aria-label="Edit owner and tags">
            Edit
          </Button>
        )
      }
    >
      <Facts
        of={{
          Owner: <Named of={document.owner_id} />,
          'Who may read it': worded(permissions.visibility),
          Tags: tags.length > 0 && <Tags of={tags} />,
          Created: <When at={document.created_at} />,
          Changed: <When at={document.updated_at} />,
          By: updated_by && <Named of={updated_by} />,
          ...(purge_at && { 'In the trash until': <When at={purge_at} /> }),
        }}
      />
      {dialog}
    </Section>
  );
}

function EditAbout({ of: { id, owner_id, tags }, close }: { of: Document; close: () => void }) {
  return (
    <Dialog onClose={close} title="Owner and tags">
      <Form
        initial={{ owner_id, tags }}
        of={{ path: PATH, names: { id } }}
        submit={(body, header) => suite.patch(PATH, { params: { path: { id }, header }, body })}
        after={close}
        done="Document saved."
        button="Save"
        cancel={close}
      >
        {(field) => (
          <>
            <TagsInput
              label="Tags"
              placeholder="Type one and press Enter"
              acceptValueOnBlur
              data-autofocus
              {...field('tags')}
            />
            <PickOne of="usr" label="Owner" {...field('owner_id')} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
