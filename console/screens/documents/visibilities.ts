import { t } from '../../kit/language.js';

/** Readers of a document, from few to many: value, label and help. */
export const VISIBILITIES = [
  ['private', t('Only the owner'), t('Admins of office see it too.')],
  ['workspace', t('The workspace'), t('Everybody who may read documents.')],
  ['public', t('Everybody'), t('As long as it is published, also without signing in.')],
] as const;
