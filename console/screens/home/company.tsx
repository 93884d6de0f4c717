import { useRead } from '../../kit/api.js';
import { SchemaDialog } from '../../kit/schema/form.js';
import { t } from '../../kit/language.js';

const PATH = '/v1/access/workspace';

/** Form of the settings that describe the company. */
export default function Company({ close }: { close: () => void }) {
  const { data } = useRead(PATH);
  if (!data) return null;
  return (
    <SchemaDialog
      title={t('Company')}
      of={{ method: 'patch', path: PATH }}
      record={data}
      read={PATH}
      button={t('Save')}
      done={t('Company saved.')}
      close={close}
    />
  );
}
