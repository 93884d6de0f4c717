import { useEffect, useRef } from 'react';

/** Something that can be done with the record whose page is open, for the search. */
export interface Offered {
  title: string;
  run: () => void;
}

const offers = new Set<{ current: readonly Offered[] }>();

/** Offers actions of a page in the search, as long as it is open. */
export function useOffered(actions: readonly Offered[]): void {
  const own = useRef(actions);
  own.current = actions;
  useEffect(() => {
    offers.add(own);
    return () => void offers.delete(own);
  }, []);
}

export const offeredHere = (): Offered[] => [...offers].flatMap(({ current }) => current);
