import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type Scope, useMay } from '../../kit/index.js';

/** Leads from a list to an import of its records, for people who may change them. */
export function ImportButton({ of: kind, needs }: { of: string; needs: Scope }) {
  const may = useMay()(needs);
  const navigate = useNavigate();
  if (!may) return null;
  return (
    <Button variant="default" onClick={() => void navigate({ to: '/imports/new', search: { kind } })}>
      Import…
    </Button>
  );
}
