import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { t } from '../../kit/language.js';

/** A step with its heading, which gets the focus, so that people without a mouse begin at its top. */
export function Step({ title, about, children }: { title: string; about?: ReactNode; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="part stack" aria-label={title}>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {about && <p className="soft">{about}</p>}
      {children}
    </section>
  );
}

export const Back = ({ go }: { go: () => void }) => (
  <Button variant="default" onClick={go}>
    {t('Back')}
  </Button>
);
