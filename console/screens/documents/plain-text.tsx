import { useDeferredValue, useState } from 'react';
import { Content } from './content.js';
import styles from './editor.module.css';
import type { BodyProps } from './writing.js';
import { t } from '../../kit/language.js';
import { TextArea } from '../../kit/text-area.js';

/** Text, Markdown or HTML as it is stored, with the result beside it. */
export function PlainText({ initial, type, label, onChange }: BodyProps & { type: string }) {
  const [text, setText] = useState(initial);
  const preview = useDeferredValue(text);
  const change = (to: string) => {
    setText(to);
    onChange(() => to);
  };
  const area = (
    <TextArea
      aria-label={label}
      classNames={{ input: type === 'text' ? undefined : 'mono' }}
      minRows={16}
      maxRows={40}
      value={text}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  );
  if (type === 'text') return area;
  return (
    <div className={styles.halves}>
      {area}
      <section aria-label={t('Preview')} className={styles.preview} tabIndex={0}>
        <Content text={preview} type={type} />
      </section>
    </div>
  );
}
