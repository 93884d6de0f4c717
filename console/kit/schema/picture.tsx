import { Button, FileButton, Group, Input } from '@mantine/core';
import { useState } from 'react';
import { t } from '../language.js';
import type { InputProps } from './input.js';

const TYPES = 'image/png,image/jpeg,image/webp';
/** Pixels, so that a picture of 32 px is sharp on any screen. */
const BOUNDS = { width: 384, height: 96 };

/** A picture that the API takes as a `data:` URL. */
export function PicturePicker({ of, value, onChange, error }: InputProps) {
  const [problem, setProblem] = useState('');
  const take = async (file: File | null) => {
    if (!file) return;
    setProblem('');
    await small(file).then(onChange, () => setProblem(t('This file is no picture that can be read.')));
  };
  return (
    <Input.Wrapper label={of.label} labelElement="div" description={of.help || undefined} error={problem || error}>
      <Group gap="xs">
        {value && <Picture of={value} />}
        <FileButton accept={TYPES} onChange={(file) => void take(file)}>
          {(props) => (
            <Button {...props} variant="default" size="compact-sm">
              {value ? t('Choose another picture') : t('Choose a picture')}
            </Button>
          )}
        </FileButton>
        {value && (
          <Button variant="subtle" size="compact-sm" onClick={() => onChange('')}>
            {t('Remove')}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}

export const Picture = ({ of }: { of: string }) => (
  <img src={of} alt={t('Logo')} style={{ maxHeight: 32, maxWidth: 192, objectFit: 'contain' }} />
);

/** The picture within the bounds, as a `data:` URL. */
async function small(file: File): Promise<string> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, BOUNDS.width / picture.width, BOUNDS.height / picture.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height);
  // PNG where the browser writes no WebP.
  return canvas.toDataURL('image/webp', 0.9);
}
