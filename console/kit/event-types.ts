import { LANGUAGE } from '../languages/index.js';
import { useMemo } from 'react';
import { useRead } from './api.js';
import { APPS, type App } from './scopes.js';
import { actionInWords } from './words.js';

/** A type of events: `office.document.created`, in words `Document created`. */
export interface EventType {
  type: string;
  title: string;
  /** An example of a delivery. */
  example: { payload: Record<string, unknown> };
}

interface Told {
  summary: string;
  requestBody: { content: { 'application/json': Pick<EventType, 'example'> } };
}

/** The types of events of each app, from the document that describes the API. Null until that is there. */
export function useEventTypes(): [App, EventType[]][] | null {
  const { data } = useRead('/openapi.json');
  return useMemo(() => {
    if (!data) return null;
    const { webhooks } = data as unknown as { webhooks: Record<string, { post: Told }> };
    const types = Object.entries(webhooks).map(([type, { post }]) => ({
      type,
      title: LANGUAGE === 'en' ? post.summary : actionInWords(type),
      example: post.requestBody.content['application/json'].example,
    }));
    return (Object.keys(APPS) as App[]).flatMap((app) => {
      const own = types.filter(({ type }) => type.startsWith(`${app}.`));
      return own.length ? [[app, own]] : [];
    });
  }, [data]);
}

/** Whether a webhook that names these patterns gets events of this type. */
export const names = (patterns: readonly string[], type: string): boolean =>
  patterns.some((each) => each === '*' || each === type || (each.endsWith('.*') && type.startsWith(each.slice(0, -1))));
