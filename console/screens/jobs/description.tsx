import { Alert, Input } from '@mantine/core';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Icon, Loading } from '../../kit/index.js';
import type { InputProps } from '../../kit/schema/input.js';
import { lostParts } from '../documents/lost.js';
import { t } from '../../kit/language.js';

const RichText = lazy(() => import('../documents/rich-text.js'));

/** The description of a job, written as candidates will read it. */
export function Description({ of, value, onChange, error }: InputProps) {
  // The editor keeps its own text. It begins anew only where the form takes another one, such as that of a colleague.
  const [text, setText] = useState({ initial: value as string, now: value as string });
  if (value !== text.now) setText({ initial: value, now: value });
  const lost = useMemo(() => lostParts(text.initial), [text.initial]);
  return (
    <Input.Wrapper label={of.label} labelElement="div" error={error}>
      {lost.length > 0 && (
        <Alert color="yellow" variant="light" className="note" icon={<Icon name="alert" />} mb="xs">
          {t('If you edit this text, it loses: {lost}.', { lost: lost.join(', ') })}
        </Alert>
      )}
      <Suspense fallback={<Loading rows={3} />}>
        <RichText
          key={text.initial}
          initial={text.initial}
          label={of.label}
          onChange={(read) => {
            const now = read();
            setText((before) => ({ ...before, now }));
            onChange(now);
          }}
        />
      </Suspense>
    </Input.Wrapper>
  );
}
