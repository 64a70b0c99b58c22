import { bodyDigest } from '../../base/bytes/body-digest.ts';
import { defined } from '../../base/defined.ts';
import { textSketch } from '../../base/likeness/text-sketch.ts';
import type { Link } from '../../base/links/link.ts';
import type { SampledPage } from '../../base/links/link-segment.ts';
import { defaultLinkSettings, type LinkSettings } from '../../base/links/link-settings.ts';
import type { PageContent } from '../../base/page/page-content.ts';
import type { PageDirectives } from '../../base/page/robots-directives.ts';
import { metaDirectives } from '../../base/page/robots-directives.ts';
import type { TopicVerdict } from '../../base/page/topic-verdict.ts';
import { defaultsOf } from '../../base/setting-kinds/section.ts';
import { canonicalise } from '../../base/url/canonicalise.ts';
import { identityOf } from '../../base/url/identity.ts';
import { linkResolver, type ResolveLink } from '../../base/url/resolve-link.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import { type AnalysedPage, type Analysis, analysed, analyses } from '../../documents/analyse.ts';
import { withBlocks } from '../../documents/content.ts';
import {
  isInstant,
  type Markup,
  type MarkupLink,
  needsScripts,
  type ParsedPage,
  pageControls,
  parseBody,
  type Refresh,
} from '../../documents/parse.ts';
import { defaultAnalysisSettings, extractFields } from '../../documents/settings.ts';
import { contentMd5, headerRefresh, linksOfHead } from '../../documents/types.ts';
import { sampledWords, topicFilterOf } from '../../topic/judge.ts';
import type { TopicSettings } from '../../topic/settings.ts';
import { contentSection } from './content-settings.ts';
import { filterDocumentOf } from './filter-document.ts';
import { linkScorer } from './link-scorer.ts';
import type { ReadRequest, ReadResult } from './page.ts';
import { type PageEvidence, pageEvidence } from './page-evidence.ts';
import { readContent } from './read-content.ts';

const usual = defaultsOf(contentSection);

/**
 * From bytes to content: what a page says, whoever fetched it and when. Pure, synchronous, and never throws: it is
 * run on other threads, on whatever the web sends.
 * @param steps what is made of the content
 */
export function readPage(request: ReadRequest, steps: readonly Analysis[] = analyses): ReadResult {
  try {
    const parsed = parseBody(request);
    if (parsed.kind !== 'parsed') return parsed;
    const read = pageOf(request, parsed);
    const analysis = analysed(read.content, steps, analysedPage(request));
    return analysis === undefined ? read : { ...read, content: { ...read.content, analysis } };
  } catch (error) {
    return { kind: 'unreadable', detail: error instanceof Error ? error.message : String(error) };
  }
}

function analysedPage({
  url,
  address,
  analysis: settings = defaultAnalysisSettings,
}: ReadRequest): AnalysedPage {
  return { url, settings, ...defined({ address }) };
}

function pageOf(
  request: ReadRequest,
  { mediaType, charset, form, markup, html, blocks }: ParsedPage,
): Extract<ReadResult, { kind: 'page' }> {
  const base = baseOf(markup, request.url);
  const toUrl = linkResolver(base, charset, identityOf({ url: request.urlSettings }));
  const policy = request.links ?? defaultLinkSettings;
  const wants = request.content ?? usual;
  // Before the verdict: a filter may ask for the language that is detected.
  const made = readContent({ url: request.url, base, blocks, text: markup.text }, wants);
  const topic =
    request.topic === undefined ? undefined : topicVerdict(request.topic, request, { ...markup, ...made });
  const scoreOf =
    topic === undefined || request.scoreLinks !== true ? undefined : linkScorer(request, topic, markup);
  const wanted = isWanted(policy, form);
  // A `base` in the page says nothing of the answer's head (RFC 8288 §3.1).
  const toUrlOfHead = linkResolver(request.url, charset, identityOf({ url: request.urlSettings }));
  const headed = resolve(linksOfHead(request), toUrlOfHead, wanted);
  const { links: written, moreLinks: unread = 0 } = markup;
  const wished = { numbers: wants.linkBlocks, content: request.contentBlocks === true };
  const marked = wished.numbers || wished.content ? withBlocks(written, blocks(), wished) : written;
  const ids = headed.map(() => '');
  const found = [...headed, ...resolve(marked, toUrl, wanted, { ...defined({ scoreOf }), ids })];
  const links = found.slice(0, withinLength(found));
  const more = unread + found.length - links.length;
  const canonical = policy.canonical === 'ignore' ? undefined : canonicalOf(links, request.url);
  const from = request.document ?? { mediaType, digest: bodyDigest(request.body) };
  const content: PageContent = {
    md5: contentMd5(markup.text, markup.title, request.url, from.mediaType),
    digest: from.digest,
    mediaType: from.mediaType,
    charset,
    title: markup.title,
    headings: markup.headings,
    metadata: Object.fromEntries(markup.metadata),
    text: markup.text,
    ...(form === 'page' && markup.text === '' && needsScripts(html()) ? { needsScripts: true } : {}),
    ...made,
    links,
    ...(more === 0 ? {} : { moreLinks: more }),
    ...(canonical === undefined ? {} : { canonical }),
    robots: pageDirectives(markup, request.product),
    ...(markup.language === undefined ? {} : { language: markup.language }),
    ...(topic === undefined ? {} : { topic }),
    ...(request.extract.length === 0 ? {} : { fields: extractFields(html(), request.extract, base) }),
  };
  const refusedLinks = markup.links.length - (found.length - headed.length);
  const sketch = request.sketch === false ? undefined : textSketch(request.url, markup);
  const sample = sampleOf(request, content);
  const first = headerRefresh(request);
  const refresh =
    first === undefined
      ? movedTo(request.url, markup.refresh, toUrl)
      : movedTo(request.url, first, toUrlOfHead);
  const movesTo = policy.metaRefresh === 'follow' ? refresh : undefined;
  const evidence =
    form === 'page' && request.document === undefined
      ? evidenceOf(request.url, markup, { content, moves: (first ?? markup.refresh) !== undefined, html })
      : undefined;
  const beside = {
    ...{ sketch, sample, movesTo, evidence },
    contentBlocks: wished.content ? ids.slice(0, links.length).join(' ') : undefined,
  };
  return { kind: 'page', content, refusedLinks, ...defined(beside) };
}

/** What is kept of a page that is off topic and in the sample. */
function sampleOf({ sampleBelow = '' }: ReadRequest, page: PageContent): SampledPage | undefined {
  const { md5, topic, title, text, language } = page;
  if (topic?.relevant !== false || md5 >= sampleBelow) return undefined;
  return { md5, ...sampledWords(title, text), ...defined({ language }) };
}

function evidenceOf(
  url: CanonicalUrl,
  markup: Markup,
  read: {
    readonly content: PageContent;
    readonly moves: boolean;
    html(): string;
  },
): PageEvidence | undefined {
  const { content, moves, html } = read;
  const { noindex } = content.robots;
  const controls = () => pageControls(html());
  return pageEvidence({ url, ...markup, noindex, moves, controls });
}

function topicVerdict(
  topic: TopicSettings,
  { url, models }: ReadRequest,
  page: Markup & Pick<PageContent, 'detectedLanguage'>,
): TopicVerdict {
  const { title, headings, text, language, detectedLanguage } = page;
  const metadata = Object.fromEntries(page.metadata);
  const filter = topicFilterOf(topic, defined({ models }));
  return filter(
    filterDocumentOf({ url, title, metadata, headings, text, ...defined({ language, detectedLanguage }) }),
  );
}

function pageDirectives({ metadata }: Markup, product: string): PageDirectives {
  const reservation = metadata.get('tdm-reservation')?.[0];
  return { ...metaDirectives(metadata, product), ...(reservation === undefined ? {} : { reservation }) };
}

function movedTo(
  url: CanonicalUrl,
  refresh: Refresh | undefined,
  toUrl: ResolveLink,
): CanonicalUrl | undefined {
  const target = refresh !== undefined && isInstant(refresh) ? toUrl(refresh.href) : undefined;
  return target === url ? undefined : target;
}

/** The HTML standard's document base URL; a `base` that is no http URL is passed over. */
function baseOf(markup: Markup, url: CanonicalUrl): CanonicalUrl {
  const base = markup.baseHref === undefined ? undefined : canonicalise(markup.baseHref, url);
  return base?.ok ? base.url : url;
}

/** Which links of a page count. */
function isWanted(
  { metaRefresh, canonical, fromText }: LinkSettings,
  form: ParsedPage['form'],
): (link: MarkupLink) => boolean {
  const text = fromText === 'all' || (fromText === 'plain' && form !== 'page');
  return ({ element, rel }) => {
    if (element === 'text') return text;
    if (element === 'refresh') return metaRefresh !== 'ignore';
    return element !== 'link' || canonical !== 'ignore' || !rel.includes('canonical');
  };
}

/** Characters of the links of a page: a `base` makes each as long as a URL may be. */
const maxLinkCharacters = 8_000_000;

/** How many links, the first ones, are not too long together. */
function withinLength(links: readonly Link[]): number {
  let characters = 0;
  const end = links.findIndex(({ url, anchor }) => {
    characters += url.length + anchor.length;
    return characters > maxLinkCharacters;
  });
  return end === -1 ? links.length : end;
}

interface ResolveOptions {
  readonly scoreOf?: (link: MarkupLink, url: CanonicalUrl) => number | undefined;
  /** Takes the id of the content block of each link that is resolved, empty where it has none. */
  readonly ids?: string[];
}

/** A URL that is written out is passed over where a link leads there already. */
function resolve(
  links: readonly MarkupLink[],
  toUrl: ResolveLink,
  wanted: (link: MarkupLink) => boolean,
  { scoreOf, ids }: ResolveOptions = {},
): readonly Link[] {
  const resolved: Link[] = [];
  let marked: ReadonlySet<CanonicalUrl> | undefined;
  for (const link of links) {
    if (!wanted(link)) continue;
    const { href, anchor, rel, element, place, block } = link;
    const url = toUrl(href);
    if (url === undefined) continue;
    if (element === 'text') {
      marked ??= new Set(resolved.map((other) => other.url));
      if (marked.has(url)) continue;
    }
    const score = scoreOf?.(link, url);
    const plain = { url, anchor, rel, element, place };
    const isPlain = block === undefined && score === undefined;
    resolved.push(isPlain ? plain : { ...plain, ...defined({ block, score }) });
    ids?.push(link.contentBlock ?? '');
  }
  return resolved;
}

/** What the page names as its canonical URL (RFC 6596), in a head, where no visitor's comment can put it. */
function canonicalOf(links: readonly Link[], url: CanonicalUrl): CanonicalUrl | undefined {
  let canonical: CanonicalUrl | undefined;
  for (const link of links) {
    if (link.element !== 'link' || link.place !== 'head' || !link.rel.includes('canonical')) continue;
    if (canonical !== undefined && canonical !== link.url) return undefined;
    canonical = link.url;
  }
  return canonical === url ? undefined : canonical;
}
