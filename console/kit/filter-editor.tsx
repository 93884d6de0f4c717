import { Button, Checkbox, Group, TagsInput, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import {
  type Comparisons,
  type FilterField,
  periodIn,
  periodsOf,
  valuesOf,
  withPeriod,
  withValues,
} from './filter-fields.js';
import styles from './filters.module.css';
import { here, notANumber } from './locale.js';
import { PickMany, PickOne } from './pick.js';
import { Picker } from './quick/picker.js';
import { useFirstWeekday, useToday, useZone } from './week.js';
import { t } from './language.js';

/** Milliseconds without a key pressed after which a typed value counts. */
const PAUSE_MS = 300;

interface EditorProps {
  field: FilterField;
  comparisons: Comparisons;
  set: (after: Comparisons) => void;
  close: () => void;
}

/** Where people say what a filter lets through. It counts at once. */
export function FilterEditor(props: EditorProps) {
  const { field, comparisons, set, close } = props;
  const { kind, label, options = [], pick, compares } = field;
  const values = valuesOf(comparisons);
  switch (kind) {
    case 'choice':
      return (
        <Checkbox.Group label={label} value={values} onChange={(next) => set(withValues(field, next))}>
          <div className={styles.options}>
            {options.map(({ value, label: name }, index) => (
              <Checkbox key={value} value={value} label={name} data-autofocus={index === 0 || undefined} />
            ))}
          </div>
        </Checkbox.Group>
      );
    case 'one':
    case 'flag': {
      const choices = options.length
        ? options
        : [
            { value: 'true', label: t('Yes') },
            { value: 'false', label: t('No') },
          ];
      const none = { value: '', label: field.any ?? t('Any') };
      return (
        <Picker
          label={label}
          choices={[none, ...choices]}
          chosen={[values[0] ?? null]}
          numbered={false}
          pick={(next) => {
            set(!next ? {} : field.plain ? { '': next } : { eq: next });
            close();
          }}
        />
      );
    }
    case 'pick':
      return compares ? (
        <div className={styles.options}>
          <PickMany
            inPlace
            of={pick!}
            label={label}
            autoFocus
            value={values}
            onChange={(ids) => set(withValues(field, ids))}
          />
          <Checkbox
            label={pick === 'usr' ? t('Nobody') : t('None')}
            checked={comparisons['empty'] === 'true'}
            onChange={({ currentTarget: { checked } }) => set(checked ? { empty: 'true' } : {})}
          />
        </div>
      ) : (
        <PickOne
          inPlace
          of={pick!}
          others
          autoFocus
          label={label}
          placeholder={field.placeholder ?? t('Anybody')}
          value={values[0] ?? ''}
          onChange={(id) => set(id ? { '': id } : {})}
        />
      );
    case 'list':
      return pick ? (
        <PickMany
          inPlace
          of={pick}
          label={label}
          autoFocus
          value={values}
          onChange={(ids) => set(withValues(field, ids))}
        />
      ) : (
        <TagsInput
          comboboxProps={{ withinPortal: false }}
          label={label}
          description={t('Records that have at least one of them.')}
          data-autofocus
          value={values}
          onChange={(tags) => set(withValues(field, tags))}
        />
      );
    case 'number':
      return <NumberRange {...props} />;
    case 'date':
    case 'time':
      return <PeriodEditor {...props} />;
    default: {
      const operator = field.plain ? '' : 'starts';
      return (
        <TypedValue
          label={label}
          type={kind === 'day' ? 'date' : kind === 'instant' ? 'datetime-local' : 'text'}
          description={operator ? t('How it begins; case counts.') : field.about}
          placeholder={field.placeholder}
          value={comparisons[operator] ?? values[0] ?? ''}
          set={(value) => set(value ? { [operator]: value } : {})}
          close={close}
        />
      );
    }
  }
}

interface TypedProps {
  label: string;
  type?: string;
  description?: string;
  placeholder?: string;
  value: string;
  set: (value: string) => void;
  close: () => void;
}

function TypedValue({ value, set, close, ...rest }: TypedProps) {
  const [typed, type] = useState(value);
  useEffect(() => {
    if (typed.trim() === value) return undefined;
    const timer = setTimeout(() => set(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <TextInput
      {...rest}
      data-autofocus
      value={typed}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onKeyDown={({ key }) => {
        if (key !== 'Enter') return;
        if (typed.trim() !== value) set(typed.trim());
        close();
      }}
    />
  );
}

/** From and to, written as the reader writes numbers. */
function NumberRange({ field, comparisons, set, close }: EditorProps) {
  const shown = (text: string | undefined) => (text && Number.isFinite(Number(text)) ? here.number(Number(text)) : '');
  const one = comparisons[''] ?? comparisons['eq'];
  const [from, setFrom] = useState(shown(one ?? comparisons['gte'] ?? comparisons['gt']));
  const [to, setTo] = useState(shown(one ?? comparisons['lte'] ?? comparisons['lt']));
  const read = (typed: string) => (typed.trim() === '' ? '' : here.readNumber(typed));
  const change = (nextFrom: string, nextTo: string) => {
    setFrom(nextFrom);
    setTo(nextTo);
    const [gte, lte] = [read(nextFrom), read(nextTo)];
    if (gte === null || lte === null) return;
    set({ ...(gte !== '' && { gte: String(gte) }), ...(lte !== '' && { lte: String(lte) }) });
  };
  const shared = { inputMode: 'decimal', onKeyDown: onEnter(close) } as const;
  return (
    <Group grow align="start" gap="xs">
      <TextInput
        {...shared}
        label={t('{label} from', { label: field.label })}
        data-autofocus
        value={from}
        error={read(from) === null && notANumber()}
        onChange={({ currentTarget }) => change(currentTarget.value, to)}
      />
      <TextInput
        {...shared}
        label={t('To')}
        value={to}
        error={read(to) === null && notANumber()}
        onChange={({ currentTarget }) => change(from, currentTarget.value)}
      />
    </Group>
  );
}

const onEnter =
  (close: () => void) =>
  ({ key }: { key: string }) =>
    key === 'Enter' && close();

/** A period in words, or from one day to another. */
function PeriodEditor({ field: { kind, label }, comparisons, set, close }: EditorProps) {
  const usual = periodsOf(useToday(), useFirstWeekday());
  const zone = useZone();
  const now = periodIn(kind, comparisons, zone);
  const pick = (period: { from: string; to: string }) => set(withPeriod(kind, period, zone));
  return (
    <div className={styles.options}>
      <Group gap="xs" role="group" aria-label={label}>
        {usual.map((period, index) => (
          <Button
            key={period.label}
            size="compact-sm"
            variant="default"
            aria-pressed={period.from === now.from && period.to === now.to}
            data-autofocus={index === 0 || undefined}
            onClick={() => {
              pick(period);
              close();
            }}
          >
            {period.label}
          </Button>
        ))}
      </Group>
      <Group grow gap="xs">
        {(['from', 'to'] as const).map((end) => (
          <TextInput
            key={end}
            type="date"
            label={end === 'from' ? t('From') : t('Until')}
            value={now[end]}
            onKeyDown={onEnter(close)}
            onChange={({ currentTarget: { value, validity } }) => {
              // The browser fills in the parts one by one; years before 1900 are half typed.
              if (validity.valid && (value === '' || value >= '1900')) pick({ ...now, [end]: value });
            }}
          />
        ))}
      </Group>
    </div>
  );
}
