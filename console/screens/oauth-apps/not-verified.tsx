import { Tag } from '../../kit/index.js';
import { t } from '../../kit/language.js';

/** Marks an app that nobody has registered: its name is what it says about itself. */
export const NotVerified = () => <Tag tone="warn">{t('Not verified')}</Tag>;
