import { type ReactNode, useState } from 'react';

/**
 * A question in a dialog that something waits for. `ask(draw)` opens the dialog, which gets a function that closes it with an
 * answer; the answer is null where people closed it without one.
 */
export function useAsked<T>(): [
  ask: (draw: (answer: (value: T | null) => void) => ReactNode) => Promise<T | null>,
  shown: ReactNode,
] {
  const [shown, show] = useState<ReactNode>(null);
  const ask = (draw: (answer: (value: T | null) => void) => ReactNode) =>
    new Promise<T | null>((resolve) => {
      show(
        draw((value) => {
          show(null);
          resolve(value);
        }),
      );
    });
  return [ask, shown];
}
