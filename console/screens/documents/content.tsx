import { memo, type ReactNode, useState } from 'react';
import { fromHtml } from './html.js';
import { fromMarkdown } from './markdown.js';
import styles from './document.module.css';
import { t } from '../../kit/language.js';

/** Characters that are drawn without being asked for: beyond them browsers take a while. */
const MAX_CHARACTERS = 100_000;

/**
 * A text of any length as people read it. Nothing of it is ever put into the page as HTML: it becomes elements that we know, without
 * scripts, styles, pictures or anything that loads.
 */
export const Content = memo(function Content({ text, type }: { text: string; type: string }) {
  const [all, setAll] = useState(false);
  const shown = all ? text : text.slice(0, MAX_CHARACTERS);
  return (
    <>
      <div className={type === 'text' ? `${styles.prose} ${styles.text}` : styles.prose} dir="auto">
        {type === 'html' ? fromHtml(shown) : type === 'markdown' ? fromMarkdown(shown) : shown}
      </div>
      {shown.length < text.length && (
        <button type="button" className="link" onClick={() => setAll(true)}>
          {t('Show all {text} characters', { text: text.length.toLocaleString() })}
        </button>
      )}
    </>
  );
});

/** A link, where it leads somewhere that is no script. Elsewhere it opens beside the console. */
export const Link = ({ to, children }: { to: string; children: ReactNode }) =>
  /^(https?:\/\/|mailto:)/i.test(to.trim()) ? (
    <a href={to.trim()} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  ) : (
    <>{children}</>
  );
