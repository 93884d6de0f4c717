import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { INPUTS } from './form.js';
import { Icon } from './icons.js';
import { t } from './language.js';

/** Fields that few people fill in. They open by themselves, for good, where the server refuses one of them. */
export function More({ open = false, children }: { open?: boolean; children: ReactNode }) {
  const [pressed, press] = useState(open);
  const [entered, enter] = useState(false);
  if (open && !pressed) press(true);
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (entered) part.current?.querySelector<HTMLElement>(INPUTS)?.focus();
  }, [entered]);
  if (pressed)
    return (
      <div ref={part} className="stack">
        {children}
      </div>
    );
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      className="form-more"
      leftSection={<Icon name="chevronDown" size={14} />}
      aria-expanded={false}
      onClick={() => {
        press(true);
        enter(true);
      }}
    >
      {t('More')}
    </Button>
  );
}
