import { Button, Group, Modal, type ModalProps } from '@mantine/core';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { t } from './language.js';

/** Tells the dialog around a form whether closing it would lose what was typed. */
const Guard = createContext<(typed: boolean) => void>(() => undefined);

/** Lets the dialog ask before it is closed, as long as `typed`. */
export function useGuard(typed: boolean): void {
  const guard = useContext(Guard);
  useEffect(() => {
    guard(typed);
    return () => guard(false);
  }, [typed]);
}

/** The element that opened a dialog; of an item of a menu, which goes, it is the button of the menu. */
function openerOf(element: Element | null): HTMLElement | null {
  const menu = element?.closest('[role=menu]');
  return (menu ? document.querySelector(`[aria-controls="${menu.id}"]`) : element) as HTMLElement | null;
}

/** Gives the focus back to the element that had it before, once the component is gone; else to the page. */
export function useFocusBack(): void {
  const [opener] = useState(() => openerOf(document.activeElement));
  useEffect(
    () => () => {
      setTimeout(() => {
        const at = document.activeElement;
        if (at && at !== document.body && at.isConnected) return;
        const back = opener?.isConnected && opener !== document.body ? opener : document.querySelector('main');
        (back as HTMLElement | null)?.focus({ preventScroll: true });
      });
    },
    [],
  );
}

type DialogProps = Omit<ModalProps, 'opened'> & { children: ReactNode };

/**
 * A dialog that is open as long as it is drawn. Escape and its cross ask before they discard what was typed into a form in it,
 * and the focus goes back where it came from.
 */
export function Dialog({ onClose, children, ...props }: DialogProps) {
  const typed = useRef(false);
  const [asks, ask] = useState(false);
  useFocusBack();
  return (
    <>
      <Modal
        {...props}
        opened
        trapFocus={!asks}
        onClose={() => {
          // The question, or choices, are open above it and hear the same key.
          if (asks || document.activeElement?.closest('[data-choices]')) return;
          if (typed.current) ask(true);
          else onClose();
        }}
      >
        <Guard value={(is) => void (typed.current = is)}>{children}</Guard>
      </Modal>
      {asks && <Discard keep={() => ask(false)} discard={onClose} />}
    </>
  );
}

const Discard = ({ keep, discard }: { keep: () => void; discard: () => void }) => {
  useFocusBack();
  return (
    <Modal opened onClose={keep} title={t('Discard what you typed?')} size="sm">
      <div className="stack">
        <p>{t('It is not saved.')}</p>
        <Group justify="flex-end">
          <Button variant="default" onClick={keep} data-autofocus>
            {t('Go on writing')}
          </Button>
          <Button color="red" onClick={discard}>
            {t('Discard')}
          </Button>
        </Group>
      </div>
    </Modal>
  );
};
