/** A place of the site that a search may find. */
export interface Place {
  title: string;
  /** `POST /v1/sales/deals`, or the guide of a heading. */
  of: string;
  /** Below the address of the site. */
  address: string;
  text: string;
}

const MAX_RESULTS = 40;

/** Search over all places: every word must be in one, and those with the words in their title come first. */
export class SearchIndex {
  readonly #places: { place: Place; title: string; of: string; text: string }[];

  constructor(places: readonly Place[]) {
    this.#places = places.map((place) => {
      const [title, of] = [fold(place.title), fold(place.of)];
      return { place, title, of, text: `${title} ${of} ${fold(place.text)}` };
    });
  }

  find(query: string): Place[] {
    const words = fold(query).split(/\s+/).filter(Boolean).slice(0, 10);
    if (!words.length) return [];
    const found = this.#places.filter(({ text }) => words.every((word) => text.includes(word)));
    const rank = ({ title, of }: (typeof found)[number]) =>
      words.reduce(
        (sum, word) => sum + (title.startsWith(word) ? 4 : title.includes(word) ? 3 : of.includes(word) ? 1 : 0),
        0,
      );
    return found
      .map((entry) => ({ entry, rank: rank(entry) }))
      .toSorted((a, b) => b.rank - a.rank)
      .slice(0, MAX_RESULTS)
      .map(({ entry }) => entry.place);
  }
}

const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
