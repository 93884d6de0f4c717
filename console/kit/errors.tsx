import { Alert, Button } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { SuiteError } from '#client';
import { refresh } from './api.js';
import { Icon } from './icons.js';
import { placeOf } from './id.js';
import { Go } from './page.js';
import { WaitsForApproval } from './session.js';
import { t, translated } from './language.js';

/** How browsers say that a request has reached nobody. */
const UNREACHABLE = /^(Failed to fetch|NetworkError|Load failed|fetch failed)/i;

/** Whether a request has reached nobody. Other errors are faults of the console itself. */
export const isUnreachable = (error: unknown): boolean => error instanceof TypeError && UNREACHABLE.test(error.message);

/** An error in words: a heading, and a way out. */
export function explain(error: unknown): { title: string; text: string } {
  if (isUnreachable(error))
    return {
      title: t('The server cannot be reached'),
      text: t('Check your connection and try again. Nothing you typed is lost.'),
    };
  if (error instanceof WaitsForApproval)
    return { title: t('This waits for an approval'), text: translated(error.message) };
  if (!(error instanceof SuiteError)) {
    const text = error instanceof Error ? translated(error.message) : String(error);
    // Errors of a kind of their own are thrown by programs, not by people who wrote a message.
    return error instanceof Error && error.constructor === Error
      ? { title: t('This did not work'), text }
      : {
          title: t('The console failed'),
          text: t('Load the page anew. If it stays, tell your operator: {text}', { text }),
        };
  }
  const { status, message, requestId } = error;
  const titles: Record<number, string> = {
    401: t('You are signed out'),
    403: t('You may not do this'),
    404: t('This is not there'),
    409: t('This does not fit what is there now'),
    412: t('This has changed meanwhile'),
    413: t('This is too large'),
    429: t('Too many requests'),
  };
  if (status === 412)
    return {
      title: titles[412]!,
      text: t(
        'Somebody has changed it since you opened it. Look at what is there now and try again; what you typed stays.',
      ),
    };
  if (status >= 500)
    return {
      title: t('The server failed'),
      text: t('{message} Try again; if it stays, tell your operator the request {requestId}.', { message, requestId }),
    };
  return { title: titles[status] ?? t('This was refused'), text: message };
}

interface ProblemProps {
  error: unknown;
  /** Shows what has changed meanwhile, where what was tried knows that. */
  compare?: () => void;
  /** Shows what is there now. Default: it is loaded, and this goes. */
  look?: () => void;
  children?: ReactNode;
}

/** An error beside what was tried. */
export function Problem({ error, compare, look, children }: ProblemProps) {
  const [seen, setSeen] = useState<unknown>(null);
  const { title, text } = explain(error);
  const status = error instanceof SuiteError ? error.status : 0;
  const wait = error instanceof SuiteError ? error.retryAfter : null;
  const load = () => {
    setSeen(error);
    void refresh();
  };
  if (seen === error) return null;
  if (error instanceof WaitsForApproval)
    return (
      <Alert role="alert" color="blue" variant="light" title={title} icon={<Icon name="clock" />} className="problem">
        {text} <Go to={placeOf(error.review.reviewId)}>{t('See the request')}</Go>
      </Alert>
    );
  return (
    <Alert role="alert" color="red" variant="light" title={title} icon={<Icon name="alert" />} className="problem">
      {text}
      {status === 429 && wait !== null && <Countdown seconds={Math.ceil(wait)} />}
      {status === 412 && (
        <Button mt="xs" size="compact-sm" variant="default" onClick={compare ?? look ?? load}>
          {compare ? t('Show what changed') : t('Load what is there now')}
        </Button>
      )}
      {children}
    </Alert>
  );
}

/** Tells when it can be tried again. */
function Countdown({ seconds }: { seconds: number }) {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const timer = setInterval(() => setLeft((before) => Math.max(0, before - 1)), 1000);
    return () => clearInterval(timer);
  }, []);
  return <p>{left ? t('You can try again in {left} s.', { left }) : t('You can try again now.')}</p>;
}
