const STORED = 'single keys';

/** Whether keys without Ctrl do something. People who speak to their computer turn them off (WCAG 2.1.4). */
export const singleKeys = {
  areOn: (): boolean => localStorage.getItem(STORED) !== 'off',
  set(on: boolean): void {
    if (on) localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, 'off');
  },
};

/** No modifier but Shift is held, and nothing that takes text has the focus. */
export const isKeyAlone = ({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean =>
  !ctrlKey &&
  !metaKey &&
  !altKey &&
  !(target as Element).closest?.(
    'input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=grid], [role=dialog], [role=menu]',
  );
