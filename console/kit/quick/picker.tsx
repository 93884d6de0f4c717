import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type KeyboardEvent, useId, useState } from 'react';
import { useMe, useRead } from '../api.js';
import { Icon } from '../icons.js';
import { dayInWords, later } from '../days.js';
import { here } from '../locale.js';
import { useToday } from '../week.js';
import type { Choice } from './quick.js';
import styles from './quick.module.css';
import { t } from '../language.js';

interface PickerProps {
  /** A label for screen readers. */
  label: string;
  choices: readonly Choice[];
  chosen: readonly (string | null)[];
  /** A typed text can be chosen, too. */
  free?: boolean;
  /** Digits choose by number. Not where what people type begins with digits. */
  numbered?: boolean;
  /** Hears what is typed, where it finds choices elsewhere. */
  onType?: (typed: string) => void;
  pick: (value: string, inWords: string) => void;
}

/** One of several values: by mouse, by arrows and Enter, by typing a part of its name, or by its number. */
export function Picker({ label, choices, chosen, free, numbered = !free, onType, pick }: PickerProps) {
  const [typed, type] = useState('');
  const text = typed.trim();
  const found: Choice[] = onType
    ? [...choices]
    : choices.filter((each) => each.label.toLowerCase().includes(text.toLowerCase()));
  if (free && text && !found.some(({ value }) => value === text))
    found.push({ value: text, label: t('Add “{text}”', { text }) });
  const [moved, setAt] = useState<number | null>(null);
  const own = found.findIndex(({ value }) => chosen.includes(value || null));
  const at = Math.min(moved ?? (text ? 0 : Math.max(own, 0)), found.length - 1);
  const list = useId();
  const take = ({ value, label: inWords }: Choice) => pick(value, free ? value : inWords);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const digit = !typed && numbered && /^[1-9]$/.test(event.key) ? found[Number(event.key) - 1] : undefined;
    if (step && found.length) setAt((at + step + found.length) % found.length);
    else if (event.key === 'Enter' && found[at]) take(found[at]);
    else if (digit) take(digit);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <TextInput
        data-autofocus
        role="combobox"
        aria-label={label}
        aria-expanded
        aria-controls={list}
        aria-activedescendant={found[at] && `${list}-${at}`}
        placeholder={free ? t('Type, then Enter') : t('Type to find')}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          type(value);
          setAt(null);
          onType?.(value);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={list} role="listbox" aria-label={label} tabIndex={-1} className={styles.choices}>
        {found.map((each, index) => (
          <div
            key={each.value}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === at}
            onClick={() => take(each)}
            onMouseMove={() => setAt(index)}
            ref={(element) => {
              if (index === at) element?.scrollIntoView({ block: 'nearest' });
            }}
          >
            {each.sign}
            <span>{each.label}</span>
            {chosen.includes(each.value || null) && <Icon name="check" size={16} />}
            {numbered && !typed && index < 9 && <kbd aria-hidden>{index + 1}</kbd>}
          </div>
        ))}
        {!found.length && <p className="soft">{t('No results.')}</p>}
      </div>
    </>
  );
}

type OwnProps = Pick<PickerProps, 'label' | 'pick'> & { chosen: string | null };

/** Milliseconds without a key pressed after which people are asked for. */
const PAUSE_MS = 200;
/** Enough to choose from; the rest is found by typing. */
const MAX_PEOPLE = 20;

/** A colleague: oneself first, then members of the project, then everybody. */
export function PickPerson({ chosen, none, project, ...rest }: OwnProps & { none: string; project?: string }) {
  const me = useMe();
  const [typed, type] = useState('');
  const [q] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const team = useRead('/v1/project/projects/{id}', { path: { id: project ?? '' }, when: project !== undefined });
  const everybody = useRead('/v1/access/people', { query: { limit: MAX_PEOPLE, ...(q && { q }) } });
  // By what is typed now, not by the last answer: otherwise Enter would take somebody else.
  const has = (name: string) => name.toLowerCase().includes(typed.trim().toLowerCase());
  const members = (team.data?.members ?? []).map(({ user_id, display_name }) => ({ id: user_id, display_name }));
  const people = [{ id: me.id, display_name: me.display_name }, ...members, ...(everybody.data?.data ?? [])].filter(
    ({ display_name }) => has(display_name),
  );
  const choices = new Map(people.map(({ id, display_name }) => [id, { value: id, label: display_name }]));
  return (
    <Picker
      {...rest}
      chosen={[chosen]}
      onType={type}
      choices={[...choices.values(), ...(has(none) ? [{ value: '', label: none }] : [])]}
    />
  );
}

/** A stage of the pipeline. */
export function PickStage({ chosen, pipeline, ...rest }: OwnProps & { pipeline: string }) {
  const { data } = useRead('/v1/sales/pipelines/{id}', { path: { id: pipeline } });
  const choices = (data?.stages ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return <Picker {...rest} chosen={[chosen]} choices={choices} />;
}

/** A day: one of the usual ones, or any other, typed as the reader writes days. */
export function PickDate({ chosen, ...rest }: OwnProps) {
  const today = useToday();
  const [typed, type] = useState('');
  const day = here.readDate(typed);
  const usual = [
    { value: today, label: t('Today') },
    { value: later(today, 1), label: t('Tomorrow') },
    { value: later(today, 7), label: t('In a week') },
    { value: later(today, 14), label: t('In two weeks') },
    { value: '', label: t('No date') },
  ];
  const found = usual.filter(({ label }) => label.toLowerCase().includes(typed.trim().toLowerCase()));
  const other = day && !usual.some(({ value }) => value === day) ? [{ value: day, label: dayInWords(day) }] : [];
  const own =
    chosen && !typed && !usual.some(({ value }) => value === chosen)
      ? [{ value: chosen, label: dayInWords(chosen) }]
      : [];
  return (
    <>
      <Picker {...rest} numbered={false} chosen={[chosen]} onType={type} choices={[...other, ...found, ...own]} />
      <TextInput
        mt="xs"
        size="xs"
        type="date"
        label={t('Another day')}
        defaultValue={chosen ?? ''}
        onChange={({ currentTarget: { value, validity } }) => {
          // The browser fills in the parts one by one; years before 1900 are half typed.
          if (validity.valid && value >= '1900') rest.pick(value, dayInWords(value));
        }}
      />
    </>
  );
}
