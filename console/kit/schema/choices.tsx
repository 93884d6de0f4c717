import { Select } from '@mantine/core';
import type { InputProps } from './input.js';
import { t } from '../language.js';

const currencyNames = new Intl.DisplayNames(undefined, { type: 'currency' });

const CURRENCIES = Intl.supportedValuesOf('currency').map((code) => ({
  value: code,
  label: `${code} · ${currencyNames.of(code)}`,
}));
const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => ({ value: zone, label: zone }));

/** Choices that are drawn at once; typing finds the others. */
const MAX_CHOICES = 50;

/** One of many codes, found by typing a part of its name. */
const pickerOf = (choices: { value: string; label: string }[]) =>
  function CodePicker({ of, value, onChange, error, autoFocus }: InputProps) {
    const known = !value || choices.some((each) => each.value === value);
    return (
      <Select
        label={of.label}
        description={of.help || undefined}
        error={error}
        required={of.required}
        placeholder={of.standard ?? t('Type to find')}
        searchable
        clearable={!of.required}
        limit={MAX_CHOICES}
        data={known ? choices : [{ value, label: value }, ...choices]}
        value={value || null}
        onChange={(code) => onChange(code ?? '')}
        nothingFoundMessage={t('No results')}
        data-autofocus={autoFocus || undefined}
      />
    );
  };

export const CurrencyPicker = pickerOf(CURRENCIES);
export const ZonePicker = pickerOf(ZONES);
