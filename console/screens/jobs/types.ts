import { worded } from '../../kit/index.js';
import type { Question } from '../candidates/answer.js';
import { t } from '../../kit/language.js';

export const TYPES: readonly Question['type'][] = [
  'text',
  'long_text',
  'email',
  'phone',
  'number',
  'boolean',
  'date',
  'url',
  'select',
  'multi_select',
  'file',
];

const NAMES: Partial<Record<Question['type'], string>> = {
  text: t('Short text'),
  email: 'E-mail',
  boolean: t('Yes or no'),
  url: t('Link'),
  select: t('One of several'),
  multi_select: t('Several of several'),
};

/** The type of an answer in words. */
export const typeName = (type: Question['type']): string => NAMES[type] ?? worded(type);
