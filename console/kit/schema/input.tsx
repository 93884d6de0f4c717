import { ActionIcon, Checkbox, ColorInput, NativeSelect, TagsInput, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { AddButton } from '../add-button.js';
import { Icon } from '../icons.js';
import { here, notANumber } from '../locale.js';
import { PickMany, PickOne } from '../pick.js';
import { inEnglish, worded } from '../words.js';
import { PicturePicker } from './picture.js';
import { CurrencyPicker, ZonePicker } from './choices.js';
import { type FormField, type Values, valuesOf } from './fields.js';
import { t } from '../language.js';
import { nounOf } from '../record/nouns.js';
import { TextArea } from '../text-area.js';

export interface InputProps {
  of: FormField;
  value: any;
  onChange: (value: any) => void;
  error?: string;
  /** The error of the API about a part of the field: `stages[0].name`. */
  at: (path: string) => string | undefined;
  /** The path of the field in the body. */
  path: string;
  /** All values of the form. */
  values: Values;
  autoFocus?: boolean;
}

/** The input for a field of a request. */
export function Input(props: InputProps) {
  const { of, value, onChange, error, autoFocus } = props;
  const typed = ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value);
  const shared = {
    label: of.label,
    description: of.help || undefined,
    error,
    required: of.required,
    'data-autofocus': autoFocus || undefined,
  };
  switch (of.kind) {
    case 'long':
      return <TextArea {...shared} minRows={3} maxRows={12} value={value} onChange={typed} />;
    case 'email':
      return <TextInput {...shared} type="email" placeholder={of.example} value={value} onChange={typed} />;
    case 'number':
      return (
        <TextInput
          {...shared}
          error={error && here.readNumber(value) === null && value.trim() ? notANumber() : error}
          inputMode="decimal"
          placeholder={of.standard}
          value={value}
          onChange={typed}
        />
      );
    case 'duration':
      return (
        <TextInput
          {...shared}
          description={t('Hours and minutes.')}
          placeholder="1h 30m"
          value={value}
          onChange={typed}
        />
      );
    case 'date':
      return <TextInput {...shared} type="date" value={value} onChange={typed} />;
    case 'time':
      return <TextInput {...shared} type="datetime-local" value={value} onChange={typed} />;
    case 'boolean':
      return (
        <Checkbox
          {...shared}
          required={false}
          checked={value}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      );
    case 'choice':
      return (
        <NativeSelect
          {...shared}
          value={value}
          onChange={typed}
          data={[
            ...(of.required && value
              ? []
              : [{ value: '', label: of.standard ? worded(of.standard) : of.required ? t('Choose one') : t('None') }]),
            ...of.options
              .filter((each) => each !== of.standard || value === each)
              .map((each) => ({ value: each, label: worded(each) })),
          ]}
        />
      );
    case 'choices':
      return (
        <Checkbox.Group {...shared} value={value} onChange={onChange}>
          <div className="radios">
            {of.options.map((each) => (
              <Checkbox key={each} value={each} label={worded(each)} />
            ))}
          </div>
        </Checkbox.Group>
      );
    case 'currency':
      return <CurrencyPicker {...props} />;
    case 'zone':
      return <ZonePicker {...props} />;
    case 'color':
      return <ColorInput {...shared} value={value} onChange={onChange} />;
    case 'picture':
      return <PicturePicker {...props} />;
    case 'one':
      return <PickOne {...shared} of={of.prefix!} value={value} onChange={onChange} />;
    case 'many':
      return <PickMany {...shared} of={of.prefix!} value={value} onChange={onChange} />;
    case 'words':
      return (
        <TagsInput
          {...shared}
          placeholder={value.length ? undefined : t('Type and press Enter')}
          value={value}
          onChange={onChange}
        />
      );
    case 'group':
      return (
        <Parts legend={of.label} error={error}>
          <div className="stack wide">
            <Fields {...props} fields={of.fields} value={value} onChange={onChange} path={props.path} />
          </div>
        </Parts>
      );
    case 'rows':
      return <Rows {...props} />;
    case 'pairs':
      return <Pairs {...props} />;
    default:
      return <TextInput {...shared} placeholder={of.example} value={value} onChange={typed} />;
  }
}

/** The input of a field whose choices are not in the contract: the stages of a pipeline, the sprints of a project. */
export const Selected = ({
  of,
  value,
  onChange,
  error,
  options,
  none = t('None'),
}: InputProps & { options: { value: string; label: string }[]; none?: string | null }) => (
  <NativeSelect
    label={of.label}
    description={of.help || undefined}
    error={error}
    required={of.required}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    data={[...(none === null || (of.required && value) ? [] : [{ value: '', label: none }]), ...options]}
  />
);

const Parts = ({ legend, error, children }: { legend: string; error?: string; children: ReactNode }) => (
  <fieldset className="items" aria-invalid={error ? true : undefined} tabIndex={-1}>
    <legend>{legend}</legend>
    {children}
    {error && (
      <p className="scopes-error" role="alert">
        {error}
      </p>
    )}
  </fieldset>
);

interface FieldsProps extends Pick<InputProps, 'value' | 'onChange' | 'at' | 'values' | 'path'> {
  fields: readonly FormField[];
}

/** The inputs of a group or of an item. */
const Fields = ({ fields, value, onChange, at, path, values }: FieldsProps) =>
  fields.map((field) => (
    <Input
      key={field.name}
      of={field}
      value={value[field.name]}
      onChange={(changed) => onChange({ ...value, [field.name]: changed })}
      error={at(`${path}.${field.name}`)}
      at={at}
      path={`${path}.${field.name}`}
      values={values}
    />
  ));

const ROWS: Record<string, string> = { initial_sheets: t('tab') };

/** `stages` → `stage`. */
const singular = ({ name }: FormField) => ROWS[name] ?? nounOf(inEnglish(name));

function Rows({ of, value, onChange, error, at, path, values }: InputProps) {
  const rows: Values[] = value;
  const own = rows.some((_, index) => of.fields.some(({ name }) => at(`${path}[${index}].${name}`)));
  return (
    <Parts legend={of.label} error={own ? undefined : error}>
      {of.help && <p className="soft">{of.help}</p>}
      {rows.map((row, index) => (
        <div key={index} className="item item-top" role="group" aria-label={`${of.label}, ${index + 1}`}>
          <Fields
            fields={of.fields}
            value={row}
            onChange={(changed) => onChange(rows.with(index, changed))}
            at={at}
            path={`${path}[${index}]`}
            values={values}
          />
          <Remove
            label={t('Remove {singular} {index}', { singular: singular(of), index: index + 1 })}
            onClick={() => onChange(rows.toSpliced(index, 1))}
          />
        </div>
      ))}
      <AddButton subtle onClick={() => onChange([...rows, valuesOf(of.fields)])}>
        {t('Add {singular}', { singular: singular(of) })}
      </AddButton>
    </Parts>
  );
}

function Pairs({ of, value, onChange, error, at, path }: InputProps) {
  const pairs: { name: string; value: string }[] = value;
  return (
    <Parts legend={of.label} error={error}>
      {pairs.map((pair, index) => (
        <div key={index} className="item" role="group" aria-label={`${of.label}, ${index + 1}`}>
          <TextInput
            label={t('Name')}
            value={pair.name}
            onChange={({ currentTarget }) => onChange(pairs.with(index, { ...pair, name: currentTarget.value }))}
          />
          <TextInput
            label={t('Value')}
            value={pair.value}
            error={pair.name && at(`${path}.${pair.name}`)}
            onChange={({ currentTarget }) => onChange(pairs.with(index, { ...pair, value: currentTarget.value }))}
          />
          <Remove
            label={t('Remove {name}', { name: pair.name || t('field {index}', { index: index + 1 }) })}
            onClick={() => onChange(pairs.toSpliced(index, 1))}
          />
        </div>
      ))}
      <AddButton subtle onClick={() => onChange([...pairs, { name: '', value: '' }])}>
        {t('Add a field')}
      </AddButton>
    </Parts>
  );
}

const Remove = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} onClick={onClick}>
    <Icon name="close" size={16} />
  </ActionIcon>
);
