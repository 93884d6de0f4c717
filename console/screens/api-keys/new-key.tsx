import { type Shown, ShownOnce } from '../../kit/index.js';
import { t } from '../../kit/language.js';

/** Shows a key, which nobody will see again. */
export const NewKey = ({ title, made, close }: { title: string; made: Shown<'NewApiKey'>; close: () => void }) => (
  <ShownOnce title={title} value={made.key} label={t('the key')} close={close} />
);
