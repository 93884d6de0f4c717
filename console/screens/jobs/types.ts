import { worded } from '../../kit/index.js';
import type { Question } from '../candidates/answer.js';

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
  text: 'Short text',
  email: 'E-mail',
  boolean: 'Yes or no',
  url: 'Link',
  select: 'One of several',
  multi_select: 'Several of several',
};

/** The type of an answer in words. */
export const typeName = (type: Question['type']): string => NAMES[type] ?? worded(type);
