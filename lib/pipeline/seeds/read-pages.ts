import { mayBeRead } from '../../base/charset/media-type.ts';
import { meaningOf, redirectTarget } from '../../base/fetch/status-outcome.ts';
import { span } from '../../base/format-span.ts';
import type { PageContent } from '../../base/page/page-content.ts';
import { canonicalise } from '../../base/url/canonicalise.ts';
import { type CanonicalUrl, type HostName, hostOf } from '../../base/url/url.ts';
import { mayBeLight } from '../../documents/settings.ts';
import type { PageResponse } from '../../domain/collection/record.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Ports } from '../../ports/ports.ts';
import { denialBy, ownerAsks } from '../../rules/rights.ts';
import { formatRefusal } from '../base/format.ts';
import { askHost, type HostProblem, patiently, type Wait } from '../politeness/ask-host.ts';
import { openRobots } from '../robots/robots-rules.ts';
import { knownGapMs, storedRobots } from '../robots/stored-robots.ts';
import { pageResponse } from '../visit/page-response.ts';

/** The content of a page. */
export type PageText = Pick<
  PageContent,
  | 'title'
  | 'headings'
  | 'metadata'
  | 'text'
  | 'links'
  | 'language'
  | 'detectedLanguage'
  | 'main'
  | 'markdown'
  | 'charset'
>;

export interface FoundPage {
  /** After all redirects. */
  readonly url: CanonicalUrl;
  readonly page: PageText;
  readonly response: PageResponse;
  readonly body: Uint8Array;
}

/** A page that somebody wants to read, and the result. */
export type PageRead = { readonly input: string } & (
  | FoundPage
  /** Why the page could not be read, as a sentence. */
  | { readonly problem: string }
);

export interface ReadPagesOptions {
  readonly signal?: AbortSignal;
  /** How long a page may take, with the waits for its host's gate and gap, ms. */
  readonly patienceMs: number;
}

type ReadPorts = Pick<Ports, 'jobs' | 'clock' | 'entropy' | 'fetcher' | 'gates' | 'robots' | 'reader'>;

/** Hosts that are asked side by side. */
const atOnce = 8;

/**
 * Fetches pages once, only to read them: the frontier, the records and the link log stay as they are. As polite as a
 * crawl: keeps to the gates of the installation and the gap of each host, robots.txt, the deny list and what owners ask.
 * The scope does not apply: examples of what is off topic lie outside the scope.
 * @returns each page as soon as it is read; the pages of one host in their order
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
    if (!canonical.ok) yield { input, problem: formatRefusal(canonical.refusal) };
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

/** Takes one waiting host after the other and reads its pages. */
async function* oneByOne(
  ports: ReadPorts,
  settings: JobSettings,
  waiting: (readonly Wanted[])[],
  options: ReadPagesOptions,
): AsyncGenerator<PageRead> {
  for (let pages = waiting.shift(); pages !== undefined; pages = waiting.shift())
    for (const [input, url] of pages) yield { input, ...(await readPage(ports, settings, url, options)) };
}

type ReadResult = FoundPage | HostProblem;
/** `moved`: the target of a redirect. */
type Step = ReadResult | { readonly moved: CanonicalUrl };

/** Reads one page, through its redirects. */
async function readPage(
  ports: ReadPorts,
  settings: JobSettings,
  wanted: CanonicalUrl,
  { patienceMs, signal }: ReadPagesOptions,
): Promise<ReadResult> {
  const { clock } = ports;
  const until = clock.monotonic() + patienceMs;
  let url = wanted;
  for (let hops = 0; hops <= settings.fetch.maxRedirects; hops += 1) {
    const step = await patiently(clock, until, signal, () => ask(ports, settings, url, signal));
    if (step === undefined)
      return { problem: `${hostOf(url)} does not let us in in time; ask \`winnow why ${hostOf(url)}\`` };
    if (!('moved' in step)) return step;
    url = step.moved;
  }
  return { problem: `more than ${settings.fetch.maxRedirects} redirects` };
}

/** Asks a host once, under its gates: for robots.txt, if that is not stored, then for the page. */
async function ask(
  ports: ReadPorts,
  job: JobSettings,
  url: CanonicalUrl,
  signal: AbortSignal | undefined,
): Promise<Step | Wait> {
  const { clock } = ports;
  const settings = settingsFor(job, url);
  const stored = await storedRobots(ports, hostOf(url));
  const asked = { settings, url, by: 'read', gapMs: knownGapMs(ports, settings, stored), signal };
  return await askHost(ports, asked, async (session, limits): Promise<Step | Wait> => {
    const answer = await openRobots({ ports, settings, session, limits }, stored)(url);
    if (answer.kind === 'put-off') return { wait: answer.until };
    if (answer.kind === 'refused') return { problem: `robots.txt may not be asked for: ${answer.detail}` };
    if (answer.kind === 'unreachable') {
      const again = span(Math.max(0, answer.expiresAt - clock.now()));
      return { problem: `robots.txt cannot be had (${answer.detail}); it is asked for again in ${again}` };
    }
    const { product } = settings.identity;
    const verdict = answer.robots.verdict(url, product);
    if (!verdict.allowed)
      return { problem: `robots.txt forbids it${verdict.rule === undefined ? '' : `: ${verdict.rule}`}` };
    const result = await session.request(url, {
      wanted: (type) => mayBeRead(type) || mayBeLight(settings.convert, type),
    });
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
      convert: settings.convert,
      content: settings.content,
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
    const page = { ...JSON.parse(rest), links: JSON.parse(links) } as PageText;
    return { url, page, response, body: result.body };
  });
}
