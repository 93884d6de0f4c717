import { getRouteApi, useRouter } from '@tanstack/react-router';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useMe } from '../../kit/api.js';
import { isUnreachable } from '../../kit/errors.js';
import { EXTENSION_SCREENS, type ExtensionScreen, placeOfScreen } from '../../kit/extension-screens.js';
import { t } from '../../kit/language.js';
import { Page } from '../../kit/page.js';
import { reach } from '../../kit/reach.js';
import { ROOT } from '../../kit/session.js';
import { Empty, Failed, Loading } from '../../kit/states.js';
import { mountScreen } from './mount.js';

const route = getRouteApi('/x/$extension/$screen/$');

/** A screen that an extension has brought along: the frame is ours, and its module draws what is in it. */
export default function ExtensionPage() {
  const { extension, screen } = route.useParams();
  const of = EXTENSION_SCREENS.find((each) => each.extension === extension && each.path === screen);
  if (!of) return <Empty page icon="search" title={t('There is no such page')} />;
  return (
    <Page key={placeOfScreen(of)} title={of.title}>
      <Screen of={of} />
    </Page>
  );
}

interface Failure {
  error: unknown;
  load: boolean;
}

/** The screen, or what went wrong with it. It is mounted anew for another try. */
function Screen({ of }: { of: ExtensionScreen }) {
  const [failure, fail] = useState<Failure | null>(null);
  useEffect(() => {
    if (!isUnreachable(failure?.error)) return undefined;
    return reach.watch(() => void (reach.isThere() && fail(null)));
  }, [failure]);
  if (failure) return <Failed error={failure.error} again={() => (failure.load ? location.reload() : fail(null))} />;
  return <Mounted of={of} fail={fail} />;
}

function Mounted({ of, fail }: { of: ExtensionScreen; fail: (failure: Failure) => void }) {
  const { _splat: path = '' } = route.useParams();
  const search = route.useSearch() as Record<string, string>;
  const { scopes, workspace } = useMe();
  const { history } = useRouter();
  const [isDrawn, setDrawn] = useState(false);
  const within = useRef<HTMLDivElement>(null);
  const mounted = useRef<ReturnType<typeof mountScreen>>(null);
  const here = useRef({ path, search, scopes, timeZone: workspace.time_zone });
  useEffect(() => {
    here.current = { path, search, scopes, timeZone: workspace.time_zone };
  });
  useEffect(() => mounted.current?.moved(), [path, JSON.stringify(search)]);
  useEffect(() => {
    mounted.current = mountScreen(of, within.current!, {
      here: () => here.current,
      go: (address) => history.push(address),
      drawn: () => setDrawn(true),
      failed: (error, load) => fail({ error, load }),
    });
    return () => mounted.current?.leave();
  }, []);
  /** A link that leads to another place of the console needs no new page. */
  const onClick = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a');
    if (!link || link.target || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (link.origin !== location.origin || !link.pathname.startsWith(ROOT)) return;
    event.preventDefault();
    history.push(link.pathname + link.search + link.hash);
  };
  return (
    <>
      {!isDrawn && <Loading />}
      <div ref={within} onClick={onClick} />
    </>
  );
}
