/** Elements that had the focus, the last one first, each with the page it belonged to. */
let had: { element: HTMLElement; path: string }[] = [];
const MAX_KEPT = 6;

const isShown = (element: HTMLElement) => element.isConnected && element.getClientRects().length > 0;

/**
 * Browsers drop the focus to the document when the focused element goes: after an undo, a deletion, a new record. Here it goes
 * to the element that had it before, or to the page where that is gone too, so that keys go on where people were.
 */
export function keepFocus(): () => void {
  const note = ({ target }: FocusEvent) => {
    const element = target as HTMLElement;
    had = [{ element, path: location.pathname }, ...had.filter((each) => each.element !== element)].slice(0, MAX_KEPT);
  };
  const restore = () => {
    const at = document.activeElement;
    if ((at && at !== document.body) || !had[0] || had[0].element.isConnected) return;
    const back = had.find(({ element, path }) => path === location.pathname && isShown(element))?.element;
    (back ?? document.querySelector<HTMLElement>('main'))?.focus({ preventScroll: true });
  };
  // Later than dialogs and menus, which have places of their own for it.
  const observer = new MutationObserver(() => {
    if (document.activeElement === document.body && had[0] && !had[0].element.isConnected) setTimeout(restore);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', note);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', note);
  };
}
