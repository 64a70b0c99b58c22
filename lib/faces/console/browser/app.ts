import type { ComponentType } from 'preact';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ofAll, type Session, token } from './base/api.ts';
import { AroundProvider } from './base/around.ts';
import { html } from './base/html.ts';
import { useLive } from './base/live.ts';
import { type ScreenProps, Trouble } from './base/parts.ts';
import { type Screen, screens } from './screens.ts';
import { SignIn } from './sign-in.ts';

/** Where the reader is: `#/JOB/SCREEN/REST`. */
interface Place {
  readonly job: string;
  readonly screen: string;
  readonly rest: string;
}

function placeIn(hash: string): Place {
  const [job = '', screen = '', ...rest] = hash.replace(/^#\/?/, '').split('/');
  return { job: decoded(job), screen, rest: decoded(rest.join('/')) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const addressOf = (job: string, screen: string, rest = ''): string =>
  `#/${encodeURIComponent(job)}/${screen}${rest === '' ? '' : `/${encodeURIComponent(rest)}`}`;

/** The console: who uses it, the jobs, the screens. */
export function App() {
  const [hasToken, setHasToken] = useState(token.get() !== null);
  const session = useLive<Session>(hasToken ? '/console/session' : undefined);
  const isRefused = session.problem?.status === 401;
  if (!hasToken || isRefused)
    return html`<${SignIn} problem=${hasToken ? session.problem : undefined} given=${() => {
      setHasToken(true);
      session.renew();
    }} />`;
  if (session.data === undefined)
    return html`<main><p role="status">${session.problem === undefined ? 'Asking the server …' : ''}</p><${Trouble} problem=${session.problem} />
      ${session.problem && html`<button type="button" onClick=${session.renew}>Try again</button>`}</main>`;
  const leave = () => {
    token.forget();
    setHasToken(false);
  };
  return html`<${Inside} session=${session.data} leave=${leave} />`;
}

/** What is seen of the list of jobs, which is asked for seldom. */
const jobsEveryMs = 15_000;

function Inside({ session, leave }: { readonly session: Session; leave(): void }) {
  const [place, setPlace] = useState(placeIn(location.hash));
  const [said, say] = useState('');
  useEffect(() => {
    const follow = (): void => setPlace(placeIn(location.hash));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  const jobs = useLive<readonly { readonly name: string }[]>(ofAll('jobs'), jobsEveryMs);
  const job = place.job || session.job;
  const screen = screens.find(({ path }) => path === place.screen) ?? (screens[0] as Screen);
  const to = useCallback((path: string, rest?: string) => addressOf(job, path, rest), [job]);
  const around = useMemo(() => ({ session, say, to }), [session, to]);
  useEffect(() => {
    say('');
    document.title = `${screen.title} – ${job} – Winnow`;
  }, [screen, job]);
  // A token that holds no more shows at the next request of any kind.
  useEffect(() => {
    if (jobs.problem?.status === 401) leave();
  }, [jobs.problem]);
  const names = [...new Set([job, ...(jobs.data ?? []).map(({ name }) => name)])];
  const pick = (event: Event) => {
    location.hash = addressOf((event.target as HTMLSelectElement).value, screen.path);
  };
  return html`<${AroundProvider} value=${around}>
    <header>
      <strong>Winnow</strong>
      <label>Job <select value=${job} onChange=${pick}>${names.map((name) => html`<option key=${name} value=${name}>${name}</option>`)}</select></label>
      <span class="who">${session.by}, may ${session.scope} · ${session.place}</span>
      <button type="button" onClick=${leave}>Sign out</button>
    </header>
    <nav aria-label="Screens"><ul>${screens.map(
      ({ path, title }) =>
        html`<li key=${path}><a href=${to(path)} aria-current=${path === screen.path ? 'page' : undefined}>${title}</a></li>`,
    )}</ul></nav>
    ${jobs.problem === undefined ? '' : html`<p class="trouble" role="status">The server does not answer as it should (${jobs.problem.message}); what is shown may be old. It is asked again by itself.</p>`}
    <main><${ScreenAt} key=${`${job} ${screen.path}`} screen=${screen} job=${job} rest=${place.rest} /></main>
    <p class="said" role="status" aria-live="polite">${said}</p>
  </${AroundProvider}>`;
}

/** A screen, whose code comes when it is first shown. */
function ScreenAt({ screen, job, rest }: ScreenProps & { readonly screen: Screen }) {
  const [shown, setShown] = useState<{ readonly As?: ComponentType<ScreenProps>; readonly isLost?: boolean }>(
    {},
  );
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    screen.load().then(
      (As) => setShown({ As }),
      () => setShown({ isLost: true }),
    );
    // Not at the first page, which is read from its beginning.
    if (document.activeElement !== document.body) heading.current?.focus();
  }, [screen]);
  return html`<h1 ref=${heading} tabindex="-1">${screen.title} <small>${screen.asks}</small></h1>
    ${shown.As === undefined ? html`<p role="status">${shown.isLost ? 'The screen could not be loaded: reload the page.' : 'Loading …'}</p>` : html`<${shown.As} job=${job} rest=${rest} />`}`;
}
