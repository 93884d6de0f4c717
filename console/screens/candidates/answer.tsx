import { Checkbox, FileInput, NativeSelect, TextInput } from '@mantine/core';
import type { Shown } from '../../kit/index.js';
import { t } from '../../kit/language.js';
import { TextArea } from '../../kit/text-area.js';

export type Question = Shown<'Job'>['application_form']['fields'][number];

/** An answer as it is typed or chosen. */
export type Given = string | string[] | boolean;

/** The name of a question among the values of a form, apart from those of the candidate. */
export const named = ({ name }: Pick<Question, 'name'>): string => `answer.${name}`;

export const emptyAnswer = ({ type }: Pick<Question, 'type'>): Given =>
  type === 'multi_select' ? [] : type === 'boolean' ? false : '';

const TYPES: Record<string, string> = { email: 'email', phone: 'tel', date: 'date', url: 'url' };

interface AnswerProps {
  to: Question;
  value: Given;
  onChange: (value: Given) => void;
}

/** The input for the answer to a question. */
export function Answer({ to: { label, name, type, required, options }, value, onChange }: AnswerProps) {
  const shared = { label: label ?? name, required };
  const typed = ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value);
  switch (type) {
    case 'long_text':
      return <TextArea {...shared} minRows={3} value={value as string} onChange={typed} />;
    case 'boolean':
      return (
        <Checkbox
          label={shared.label}
          checked={value === true}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      );
    case 'select':
      return (
        <NativeSelect
          {...shared}
          value={value as string}
          onChange={typed}
          data={[{ value: '', label: t('No answer') }, ...options]}
        />
      );
    case 'multi_select':
      return (
        <Checkbox.Group {...shared} value={value as string[]} onChange={onChange}>
          <div className="radios">
            {options.map((each) => (
              <Checkbox key={each} value={each} label={each} />
            ))}
          </div>
        </Checkbox.Group>
      );
    case 'file':
      return <FileInput {...shared} placeholder={t('Choose a file')} />;
    default:
      return (
        <TextInput
          {...shared}
          type={TYPES[type] ?? 'text'}
          inputMode={type === 'number' ? 'decimal' : undefined}
          value={value as string}
          onChange={typed}
        />
      );
  }
}
