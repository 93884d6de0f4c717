import { LANGUAGE, SIGNING_IN, speak, textsAreLoaded } from './languages/index.js';
import {
  cameBack,
  finishSignIn,
  handOn,
  HERE,
  mustMove,
  ROOT,
  signInSilently,
  startSignIn,
  suite,
} from './kit/session.js';

/** Signs in, mostly without anybody seeing it, and then shows the console. */
async function start(): Promise<void> {
  if (mustMove) return location.replace(mustMove);
  if (handOn()) return;
  document.documentElement.lang = LANGUAGE;
  document.querySelector('.first')!.textContent = SIGNING_IN[LANGUAGE];
  // Loading the rest takes longer than the answers of the server, so it begins at once. Every page but Home needs the kit.
  const load = () => {
    const page = location.pathname === ROOT ? import('./screens/home/home.js') : import('./kit/index.js');
    page.catch(() => undefined);
    return import('./app/app.js');
  };
  const app = textsAreLoaded ? textsAreLoaded.then(load) : load();
  app.catch(() => undefined);
  if (cameBack()) {
    const { back, problem } = await finishSignIn();
    if (problem) return (await app).showProblem(problem);
    if (back === null) return startSignIn(HERE());
    history.replaceState(null, '', back);
  } else if (!(await signInSilently())) return startSignIn(HERE());
  const me = suite.get('/v1/access/me').then((answer) =>
    // Where the page loads anew, in the language of the person, it draws nothing before.
    speak(answer.language) ? new Promise<never>(() => undefined) : answer,
  );
  // The page reports it when it is drawn.
  me.catch(() => undefined);
  (await app).show(me);
}

void start();
