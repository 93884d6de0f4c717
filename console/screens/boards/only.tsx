import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { type List, Loading } from '../../kit/index.js';

interface OnlyBoardProps {
  kind: 'deals' | 'applications' | 'tasks';
  of: List<{ id: string }>;
  children: ReactNode;
}

/** Leads to the only board of a kind, where there is no choice. */
export function OnlyBoard({ kind, of, children }: OnlyBoardProps) {
  const navigate = useNavigate();
  const only = of.rows.length === 1 && !of.hasMore ? of.rows[0]!.id : null;
  useEffect(() => {
    if (only) void navigate({ to: `/boards/${kind}/$id`, params: { id: only }, replace: true });
  }, [only]);
  return only || of.loading ? <Loading /> : children;
}
