import { Textarea, type TextareaProps } from '@mantine/core';
import type { CSSProperties } from 'react';

/** Whether `console.css` makes a field as high as its text. Else a script measures it, which takes a phone 15 ms for each field. */
const GROWS = CSS.supports('field-sizing', 'content');

/** A field of several lines, as high as its text: from `minRows` (2) to `maxRows` lines. */
export const TextArea = ({ minRows = 2, maxRows, ...props }: TextareaProps) => (
  <Textarea
    size="sm"
    autosize={!GROWS}
    minRows={minRows}
    maxRows={maxRows}
    style={{ '--min-lines': minRows, '--max-lines': maxRows } as CSSProperties}
    {...props}
  />
);
