import { useQueries } from '@tanstack/react-query';
import { Long } from '../page.js';
import { personOf } from '../people.js';
import { KNOWN_MS, type Mentioned, piecesOf } from './mentions.js';
import styles from './writing.module.css';

/** A text that people wrote, with the names of those whom it mentions. */
export function Written({ text: body, mentions }: { text: string; mentions: readonly string[] }) {
  const names = useQueries({
    queries: mentions.map((id) => ({
      queryKey: ['name', id],
      queryFn: async () => (await personOf(id))?.display_name ?? null,
      staleTime: KNOWN_MS,
    })),
  });
  const people = mentions.flatMap((id, index): Mentioned[] => {
    const name = names[index]?.data;
    return name ? [{ id, name }] : [];
  });
  return (
    <p className="typed">
      {piecesOf(body, people).map(({ text, id }, index) =>
        id ? (
          <strong key={index} className={styles.mention}>
            {text}
          </strong>
        ) : (
          <Long key={index} text={text} />
        ),
      )}
    </p>
  );
}
