import { Popover } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { offerUndo, useAction } from '../action.js';
import { useFocusBack } from '../dialog.js';
import { Problem } from '../errors.js';
import { EditRecord } from '../record/edit.js';
import { PickDate, PickPerson, PickStage, Picker } from './picker.js';
import type { Opened, Quick, QuickField } from './quick.js';
import styles from './quick.module.css';
import { t } from '../language.js';

interface PanelProps {
  of: Quick<any>;
  opened: Opened<any>;
  rows: readonly object[];
  close: () => void;
}

/** The choices of a field, or the form with all of them. */
export default function Panel({ of, opened: { row, field, anchor }, rows, close }: PanelProps) {
  if (!field) return <EditRecord path={of.path} id={row.id} without={of.without} close={close} />;
  return <Choices of={of} row={row} field={field} anchor={anchor} rows={rows} close={close} />;
}

/** A value as the message says it. */
type Picked = (value: unknown, inWords: string) => void;

/** Nothing of the page behind can be pressed, focused or read meanwhile, as behind a dialog. */
function useModal(): void {
  useEffect(() => {
    const page = document.querySelector<HTMLElement>('#root')!;
    page.inert = true;
    return () => void (page.inert = false);
  }, []);
}

interface ChoicesProps extends Omit<PanelProps, 'opened'> {
  row: any;
  field: QuickField<any>;
  anchor: DOMRect;
}

function Choices({ of, row, field: { name, field, picks }, anchor, rows, close }: ChoicesProps) {
  useFocusBack();
  useModal();
  const picked = useRef({ value: null as unknown, inWords: '' });
  const label = t('{field} of {name}', { field: name, name: of.name(row) });
  const change = useAction(() => of.send(row, { [field]: picked.current.value }), {
    after: () => {
      const { value, inWords } = picked.current;
      const undo = { [field]: row[field] };
      offerUndo(`${label}: ${inWords}.`, () => of.send({ ...row, [field]: value }, undo));
    },
    close,
  });
  const pick: Picked = (value, inWords) => {
    if (JSON.stringify(value) === JSON.stringify(row[field])) return close();
    if (change.running) return;
    picked.current = { value, inWords };
    change.run();
  };
  const now = row[field];
  const shared = { label, pick: (value: string, inWords: string) => pick(value || null, inWords) };
  return (
    <Popover
      opened
      hideDetached={false}
      withOverlay
      overlayProps={{ backgroundOpacity: 0 }}
      onChange={(open) => !open && close()}
      trapFocus
      position="bottom-start"
      shadow="md"
      width={264}
    >
      <Popover.Target>
        <span
          aria-hidden
          className={styles.anchor}
          style={{
            top: anchor.top,
            left: `min(${anchor.left}px, 100vw - 1rem)`,
            height: anchor.height,
          }}
        />
      </Popover.Target>
      <Popover.Dropdown aria-label={label} className={styles.panel}>
        {picks.kind === 'choices' ? (
          <Picker {...shared} choices={picks.choices} chosen={[now]} />
        ) : picks.kind === 'people' ? (
          <PickPerson {...shared} chosen={now} none={picks.none} project={picks.project?.(row)} />
        ) : picks.kind === 'stages' ? (
          <PickStage {...shared} chosen={now} pipeline={picks.pipeline(row)} />
        ) : picks.kind === 'date' ? (
          <PickDate {...shared} chosen={now} />
        ) : (
          <Picker
            label={label}
            free
            chosen={now}
            choices={[...new Set([...now, ...picks.known(rows)])].map((each) => ({ value: each, label: each }))}
            pick={(word) =>
              now.includes(word)
                ? pick(
                    now.filter((each: string) => each !== word),
                    t('without {word}', { word }),
                  )
                : pick([...now, word], word)
            }
          />
        )}
        {change.error && <Problem error={change.error} />}
      </Popover.Dropdown>
    </Popover>
  );
}
