import { Button, Menu, NativeSelect, Popover, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { type Filter, useFilters } from './filter.js';
import { FilterEditor } from './filter-editor.js';
import { changesOf, type Comparisons, comparisonsOf, type FilterField, filterFieldsOf } from './filter-fields.js';
import { InWords } from './filter-words.js';
import styles from './filters.module.css';
import { Icon } from './icons.js';
import { worded } from './words.js';
import { t } from './language.js';

/** Milliseconds without a key pressed after which a typed filter counts. */
const PAUSE_MS = 300;

interface FiltersProps {
  of: readonly Filter[];
  /** The list whose fields the contract has; without it there are only the filters that are named. */
  path?: string;
  /** Fields that are settled elsewhere, such as by the columns of a board. */
  without?: readonly string[];
  children?: ReactNode;
}

/** Above a list: words to find, one button for all filters, a chip for each that is set, the order, and what else stands there. */
export function Filters({ of, path = '', without, children }: FiltersProps) {
  const [chosen, set] = useFilters(of.map(({ name }) => name));
  const navigate = useNavigate();
  const q = of.find(({ name }) => name === 'q');
  const sort = of.find(({ name }) => name === 'sort');
  return (
    <div className={styles.filters} role="search">
      {q && <Typed filter={q} value={chosen['q'] ?? ''} set={(typed) => set({ q: typed })} />}
      <ChosenFields
        fields={filterFieldsOf(path, of, without)}
        chosen={(name) => comparisonsOf(chosen, name)}
        set={(name, after) => {
          const clears = Object.keys(after).length ? (of.find((each) => each.name === name)?.clears ?? []) : [];
          const cleared = Object.fromEntries(clears.map((each) => [each, '']));
          set({ ...cleared, ...changesOf(name, comparisonsOf(chosen, name), after) });
        }}
        button={t('Filter')}
        label={t('Filters')}
        clear={Object.keys(chosen).length > 0 && (() => void navigate({ to: '.', replace: true, search: {} }))}
      />
      {(sort || children) && (
        <div className={styles.more}>
          {sort && (
            <NativeSelect
              aria-label={sort.label}
              size="xs"
              value={chosen['sort'] ?? ''}
              onChange={({ currentTarget: { value } }) => set({ sort: value })}
              data={[
                { value: '', label: sort.any ?? t('Any') },
                ...(sort.options ?? []).map((each) =>
                  typeof each === 'string' ? { value: each, label: worded(each) } : each,
                ),
              ]}
            />
          )}
          {children}
        </div>
      )}
    </div>
  );
}

interface ChosenFieldsProps {
  fields: readonly FilterField[];
  /** The comparisons that are set of a field. */
  chosen: (name: string) => Comparisons;
  set: (name: string, after: Comparisons) => void;
  /** The label of the button that offers the fields. */
  button: string;
  /** The name of the list of those that are set. */
  label: string;
  /** Takes all away; false: there is none. */
  clear?: false | (() => void);
}

/** A button that offers fields, and a chip for each that is set. */
export function ChosenFields({ fields, chosen, set, button: add, label, clear }: ChosenFieldsProps) {
  const [open, setOpen] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const chips = useRef<HTMLUListElement>(null);
  const shown = fields.filter(({ name }) => name === open || Object.keys(chosen(name)).length > 0);
  const offered = fields.filter(({ superseded }) => !superseded);
  const focusNext = (index: number) =>
    // The chip that took its place, or the button where there is none left.
    requestAnimationFrame(() => {
      const left = chips.current?.querySelectorAll<HTMLElement>('[data-chip]') ?? [];
      (left[Math.min(index, left.length - 1)] ?? button.current)?.focus();
    });
  return (
    <>
      {offered.length > 0 && (
        <Menu
          position="bottom-start"
          shadow="md"
          onClose={() =>
            requestAnimationFrame(() => document.activeElement === document.body && button.current?.focus())
          }
        >
          <Menu.Target>
            <Button ref={button} variant="default" size="xs" leftSection={<Icon name="filter" size={14} />}>
              {add}
            </Button>
          </Menu.Target>
          <Menu.Dropdown className={styles.offered}>
            {offered.map((field) => (
              <Menu.Item key={field.name} onClick={() => setOpen(field.name)}>
                {field.label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <ul ref={chips} className={styles.chips} aria-label={label}>
        {shown.map((field, index) => (
          <Chip
            key={field.name}
            field={field}
            comparisons={chosen(field.name)}
            opened={open === field.name}
            onOpen={() => setOpen(field.name)}
            onClose={() => {
              setOpen(null);
              focusNext(index);
            }}
            set={(after) => set(field.name, after)}
            remove={() => {
              setOpen(null);
              set(field.name, {});
              focusNext(index);
            }}
          />
        ))}
        {clear && (
          <li>
            <Button
              variant="subtle"
              color="gray"
              size="compact-xs"
              onClick={() => {
                clear();
                button.current?.focus();
              }}
            >
              {t('Clear')}
            </Button>
          </li>
        )}
      </ul>
    </>
  );
}

interface ChipProps {
  field: FilterField;
  comparisons: Comparisons;
  opened: boolean;
  onOpen: () => void;
  onClose: () => void;
  set: (after: Comparisons) => void;
  remove: () => void;
}

/** A filter that is set: pressed, it opens its choices in place. */
function Chip({ field, comparisons, opened, onOpen, onClose, set, remove }: ChipProps) {
  const { label, about } = field;
  return (
    <li className={styles.chip}>
      <Popover
        opened={opened}
        onChange={(next) => !next && onClose()}
        position="bottom-start"
        shadow="md"
        width={300}
        trapFocus
        withinPortal
      >
        <Popover.Target>
          <button
            type="button"
            data-chip
            title={about}
            onClick={opened ? onClose : onOpen}
            onKeyDown={({ key }) => ['Delete', 'Backspace'].includes(key) && remove()}
          >
            <span className="soft">{label}:</span> <InWords field={field} comparisons={comparisons} />
          </button>
        </Popover.Target>
        <Popover.Dropdown data-choices>
          <FilterEditor field={field} comparisons={comparisons} set={set} close={onClose} />
        </Popover.Dropdown>
      </Popover>
      <button
        type="button"
        className={styles.remove}
        aria-label={t('Remove the filter {label}', { label })}
        onClick={remove}
      >
        <Icon name="close" size={12} />
      </button>
    </li>
  );
}

function Typed({ filter, value, set }: { filter: Filter; value: string; set: (value: string) => void }) {
  const [typed, type] = useState(value);
  useEffect(() => {
    type(value);
  }, [value]);
  useEffect(() => {
    if (typed === value) return undefined;
    const timer = setTimeout(() => set(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <TextInput
      className={styles.find}
      aria-label={filter.label}
      size="xs"
      placeholder={filter.placeholder ?? filter.label}
      title={filter.about}
      leftSection={<Icon name="search" size={14} />}
      value={typed}
      onChange={({ currentTarget }) => type(currentTarget.value)}
    />
  );
}
