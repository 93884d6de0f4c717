import { Radio } from '@mantine/core';
import { Dialog, Copyable, Form, type Shown, suite } from '../../kit/index.js';
import { BASE_URL } from '../../kit/session.js';
import { VISIBILITIES } from './visibilities.js';
import { type Document, PATH } from './writing.js';
import { t } from '../../kit/language.js';

type Visibility = Shown<'OfficeDocument'>['permissions']['visibility'];

/** Visibility of a document, and a form to change it. */
export function Sharing({ of: { id, title, permissions }, close }: { of: Document; close: () => void }) {
  return (
    <Dialog onClose={close} title={t('Share “{title}”', { title })}>
      <Form
        initial={{ visibility: permissions.visibility as Visibility }}
        of={{ path: PATH, names: { id }, as: (record: Document) => ({ visibility: record.permissions.visibility }) }}
        submit={({ visibility }, header) =>
          suite.patch(PATH, { params: { path: { id }, header }, body: { permissions: { visibility } } })
        }
        after={close}
        done={t('Sharing saved.')}
        button={t('Save')}
        cancel={close}
      >
        {(field) => (
          <>
            <Radio.Group label={t('Who may read it')} {...field('visibility')}>
              <div className="stack" style={{ marginTop: '0.5rem' }}>
                {VISIBILITIES.map(([value, label, description]) => (
                  <Radio key={value} value={value} label={label} description={description} />
                ))}
              </div>
            </Radio.Group>
            {field.values.visibility === 'public' && (
              <div>
                <p className="soft">{t('For websites and programs, once it is published:')}</p>
                <Copyable value={`${BASE_URL}/v1/office/public/documents/${id}`} label={t('the address')} />
              </div>
            )}
          </>
        )}
      </Form>
    </Dialog>
  );
}
