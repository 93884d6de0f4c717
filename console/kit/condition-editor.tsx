import { Button } from '@mantine/core';
import { ConditionInWords } from './condition-words.js';
import { comparisonsIn, conditionOf, type FilterField } from './filter-fields.js';
import { ChosenFields } from './filters.js';
import styles from './filters.module.css';
import { t } from './language.js';

type Condition = Record<string, unknown>;

interface ConditionEditorProps {
  label: string;
  /** The fields that it may name. */
  fields: readonly FilterField[];
  of: Condition | undefined;
  set: (condition: Condition | undefined) => void;
  error?: string;
}

/** A condition on records as people write it: a value for each field, all of which hold. What says more is shown in words. */
export function ConditionEditor({ label, fields, of = {}, set, error }: ConditionEditorProps) {
  const isPlain = Object.entries(of).every(
    ([name, part]) => fields.some((field) => field.name === name) && comparisonsIn(part) !== null,
  );
  return (
    <div role="group" aria-label={label} className={styles.condition}>
      <span className="soft">{label}</span>
      {isPlain ? (
        <ChosenFields
          fields={fields}
          chosen={(name) => comparisonsIn(of[name] ?? {}) ?? {}}
          set={(name, after) => {
            const { [name]: _, ...others } = of;
            const { kind } = fields.find((field) => field.name === name)!;
            const next = Object.keys(after).length ? { ...of, [name]: conditionOf(kind, after) } : others;
            set(Object.keys(next).length ? next : undefined);
          }}
          button={t('Add a field')}
          label={t('{label}, fields', { label })}
        />
      ) : (
        <>
          <span>
            <ConditionInWords of={of} />
          </span>
          <Button variant="subtle" color="gray" size="compact-xs" onClick={() => set(undefined)}>
            {t('Remove')}
          </Button>
        </>
      )}
      {error && (
        <p className="scopes-error" role="alert" tabIndex={-1}>
          {error}
        </p>
      )}
    </div>
  );
}
