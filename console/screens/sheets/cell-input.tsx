import { type KeyboardEvent, useEffect, useRef } from 'react';
import { cellName, type Place } from './range.js';
import type { Cell } from './typed.js';
import { t } from '../../kit/language.js';

/** The text that is being typed, and the cell that it is for. */
export interface Draft {
  at: Place;
  text: string;
  /** Where people type: in the cell, or in the bar above. */
  where: 'cell' | 'bar';
  /** Arrow keys leave the cell, as it was not opened to change what is in it. */
  fresh: boolean;
  /** Content of the cell before; undefined where it is not loaded yet. */
  seen?: Cell['raw'];
}

interface CellInputProps {
  draft: Draft;
  setDraft: (draft: Draft | null) => void;
  commit: (down: number, right: number) => void;
}

/** The input in a cell. */
export function CellInput({ draft, setDraft, commit }: CellInputProps) {
  const input = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const { current: area } = input;
    area?.focus();
    area?.setSelectionRange(area.value.length, area.value.length);
  }, []);
  return (
    <textarea
      ref={input}
      rows={1}
      aria-label={t('Content of {cell}', { cell: cellName(draft.at.row, draft.at.column) })}
      value={draft.text}
      style={{ width: `max(100%, ${Math.min(60, draft.text.length + 3)}ch)` }}
      onChange={({ currentTarget }) => setDraft({ ...draft, text: currentTarget.value })}
      onMouseDown={(event) => event.stopPropagation()}
      onBlur={({ relatedTarget }) => (relatedTarget as HTMLElement | null)?.dataset.bar === undefined && commit(0, 0)}
      onKeyDown={(event) => typingKeys(event, draft, setDraft, commit)}
      onCopy={(event) => event.stopPropagation()}
      onCut={(event) => event.stopPropagation()}
      onPaste={(event) => event.stopPropagation()}
    />
  );
}

const ARROWS: Record<string, [down: number, right: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Keys in the input of a cell, and in the bar above. */
export function typingKeys(
  event: KeyboardEvent,
  draft: Draft,
  setDraft: (draft: Draft | null) => void,
  commit: (down: number, right: number) => void,
): void {
  event.stopPropagation();
  if (event.nativeEvent.isComposing) return;
  const arrow = draft.fresh && ARROWS[event.key];
  if (event.key === 'Escape') setDraft(null);
  else if (event.key === 'Enter' && !event.altKey) commit(event.shiftKey ? -1 : 1, 0);
  else if (event.key === 'Tab') commit(0, event.shiftKey ? -1 : 1);
  else if (event.key === 'F2') setDraft({ ...draft, fresh: false });
  else if (arrow && !event.shiftKey) commit(...arrow);
  else if (event.key === 'Enter') insertLine(event.currentTarget as HTMLTextAreaElement, draft, setDraft);
  else return;
  event.preventDefault();
}

function insertLine(area: HTMLTextAreaElement, draft: Draft, setDraft: (draft: Draft) => void): void {
  const { selectionStart: from, selectionEnd: to } = area;
  setDraft({ ...draft, text: `${draft.text.slice(0, from)}\n${draft.text.slice(to)}`, fresh: false });
}
