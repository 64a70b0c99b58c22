import { mayBeRead } from '../domain/document/media-type.ts';
import { settingsFor } from '../domain/overrides.ts';
import type { PageContent } from '../domain/record.ts';
import { scopeOf } from '../domain/scope/scope.ts';
import type { JobSettings } from '../domain/settings.ts';
import { meaningOf, redirectTarget } from '../domain/status-outcome.ts';
import { type Timing, timing } from '../domain/timing.ts';
import { type CanonicalUrl, canonicalise, type HostName, hostOf } from '../domain/url.ts';
import { denialBy, ownerAsks } from '../domain/usage/owner-asks.ts';
import type { Ports } from '../ports/ports.ts';
import { openCourier } from './courier.ts';
import { holdGates, releaseGates } from './hold-gates.ts';
import { pageResponse } from './page-response.ts';
import { openRobots } from './robots-rules.ts';
import { knownGapMs, storedRobots } from './stored-robots.ts';
import { refusal } from './words.ts';

/** What a page says. */
export type PageText = Pick<PageContent, 'title' | 'headings' | 'metadata' | 'text' | 'links' | 'language'>;

/** A page that somebody wants to read, and what came of it. */
export type PageRead = { readonly input: string } & (
  | { readonly url: CanonicalUrl; readonly page: PageText }
  /** Why it could not be had, as a sentence. */
  | { readonly problem: string }
);

export interface ReadPagesOptions {
  readonly signal?: AbortSignal;
  /** How long a page is waited for, its host's gate and gap too, ms. */
  readonly patienceMs: number;
}

type ReadPorts = Pick<Ports, 'clock' | 'entropy' | 'fetcher' | 'gates' | 'robots' | 'reader'>;

/** Hosts that are asked side by side. */
const atOnce = 8;
/** A gate that somebody holds is looked at again after this. */
const lookAgainMs = 1_000;

/**
 * Fetches pages to read them, once and for nothing else: no frontier, no record and no link comes of it. As polite as a
 * crawl: under the gates of the installation, by robots.txt, the deny list and what owners ask, one host after the other's
 * gap. The scope does not count: examples of what a topic is not lie outside of it.
 * @returns in no order, each as soon as it is there; those of one host in theirs
 */
export async function* readPages(
  ports: ReadPorts,
  settings: JobSettings,
  inputs: readonly string[],
  options: ReadPagesOptions,
): AsyncGenerator<PageRead> {
  const byHost = new Map<HostName, Wanted[]>();
  for (const input of inputs) {
    const canonical = canonicalise(input);
    if (!canonical.ok) yield { input, problem: refusal(canonical.refusal) };
    else {
      const known = byHost.get(canonical.host);
      if (known) known.push([input, canonical.url]);
      else byHost.set(canonical.host, [[input, canonical.url]]);
    }
  }
  const waiting = [...byHost.values()];
  const lanes = Array.from({ length: Math.min(atOnce, waiting.length) }, () =>
    oneByOne(ports, settings, waiting, options),
  );
  const coming = new Map(lanes.map((lane) => [lane, lane.next()]));
  while (coming.size > 0) {
    const first = await Promise.race([...coming].map(async ([lane, next]) => ({ lane, result: await next })));
    if (first.result.done === true) coming.delete(first.lane);
    else {
      coming.set(first.lane, first.lane.next());
      yield first.result.value;
    }
  }
}

type Wanted = readonly [input: string, url: CanonicalUrl];

/** Takes hosts from those that wait, and reads their pages, until there are no more. */
async function* oneByOne(
  ports: ReadPorts,
  settings: JobSettings,
  waiting: (readonly Wanted[])[],
  options: ReadPagesOptions,
): AsyncGenerator<PageRead> {
  for (let pages = waiting.shift(); pages !== undefined; pages = waiting.shift())
    for (const [input, url] of pages) yield { input, ...(await readPage(ports, settings, url, options)) };
}

type Came = { readonly url: CanonicalUrl; readonly page: PageText } | { readonly problem: string };
/** `wait`: epoch ms from which the host may be asked. `moved`: where a redirect leads. */
type Step = Came | { readonly wait: number } | { readonly moved: CanonicalUrl };

/** One page with its redirects. */
async function readPage(
  ports: ReadPorts,
  settings: JobSettings,
  wanted: CanonicalUrl,
  { patienceMs, signal }: ReadPagesOptions,
): Promise<Came> {
  const { clock } = ports;
  const until = clock.monotonic() + patienceMs;
  const clockwork = timing(settings.turn.maxMs);
  let url = wanted;
  for (let hops = 0; hops <= settings.fetch.maxRedirects; ) {
    if (signal?.aborted) return { problem: 'it was not asked for any more' };
    const step = await ask(ports, settings, clockwork, url, signal);
    if ('moved' in step) {
      url = step.moved;
      hops += 1;
    } else if ('wait' in step) {
      const waitMs = Math.max(10, step.wait - clock.now());
      if (clock.monotonic() + waitMs > until)
        return { problem: `${hostOf(url)} does not let us in in time; ask \`winnow why ${hostOf(url)}\`` };
      await clock.sleep(waitMs, signal).catch(() => undefined);
    } else return step;
  }
  return { problem: `more than ${settings.fetch.maxRedirects} redirects` };
}

/** Asks a host once, under its gates: for robots.txt where it is not known, then for the page. */
async function ask(
  ports: ReadPorts,
  job: JobSettings,
  clockwork: Timing,
  url: CanonicalUrl,
  signal: AbortSignal | undefined,
): Promise<Step> {
  const { clock } = ports;
  const host = hostOf(url);
  const settings = settingsFor(job, url);
  const scope = scopeOf(settings).verdict({ url, depth: 0, hostHops: 0 });
  if (!scope.accepted && scope.rule === 'deny')
    return { problem: 'the deny list of the installation has its host' };
  const stored = await storedRobots(ports, host);
  const gapMs = knownGapMs(settings, stored);
  const ticket = `read-${ports.entropy.id()}`;
  const started = clock.monotonic();
  const claimed = await holdGates(ports, host, settings, { ticket, leaseMs: clockwork.leaseMs, gapMs });
  if ('closed' in claimed) {
    const { notBefore, owner } = claimed.closed;
    return { wait: owner === undefined ? notBefore : Math.min(notBefore, clock.now() + lookAgainMs) };
  }
  const { hold } = claimed;
  const startBefore = started + clockwork.turnMs;
  const endBefore = startBefore + clockwork.requestMs;
  const limits = { timing: clockwork, ticket, held: hold.keys, startBefore, endBefore };
  const courier = openCourier(ports, settings, { ...limits, host, gapMs, state: hold.state }, signal);
  try {
    const answer = await openRobots(ports, settings, courier, limits, stored)(url);
    if (answer.kind === 'put-off') return { wait: answer.until };
    if (answer.kind === 'unreachable') return { problem: `robots.txt cannot be had (${answer.detail})` };
    const { product } = settings.identity;
    const verdict = answer.robots.verdict(url, product);
    if (!verdict.allowed)
      return { problem: `robots.txt forbids it${verdict.rule === undefined ? '' : `: ${verdict.rule}`}` };
    const result = await courier.request(url, { wanted: mayBeRead });
    if (result.kind === 'put-off') return { wait: result.until };
    if (result.kind === 'error') return { problem: `${result.reason}: ${result.detail}` };
    const meaning = meaningOf(result.status);
    const moved = redirectTarget(result, url);
    if (moved !== undefined) return { moved };
    if (meaning === 'moved' || meaning === 'elsewhere') return { problem: 'it redirects to nowhere' };
    if (meaning !== 'page' && meaning !== 'part') return { problem: `status ${result.status}` };
    const response = pageResponse(url, result, clock.now());
    const read = await ports.reader.read({
      url,
      body: result.body,
      contentType: response.contentType,
      urlSettings: settings.url,
      extract: [],
      product,
      sketch: false,
    });
    if (read.kind !== 'page')
      return {
        problem: read.kind === 'unsupported' ? `its type ${read.mediaType} is not read` : read.detail,
      };
    const denial = denialBy(
      ownerAsks(answer.robots.usage(url, product), response, read.content.robots, product),
      settings.purpose,
    );
    if (denial !== undefined) return { problem: `its owner does not want it: ${denial.rule}` };
    const { rest, links } = read.content;
    return { url, page: { ...JSON.parse(rest), links: JSON.parse(links) } as PageText };
  } finally {
    await releaseGates(ports, hold, courier);
  }
}
