import * as z from 'zod/mini';
import { canonicalise } from '../../base/url/canonicalise.ts';
import { Refused } from '../rest/problem.ts';
import { clip, type Raw } from '../rest/request.ts';

/** Why some of what the API has cannot be had. */
const reasons: ReadonlyMap<string, string> = new Map([
  ['actions', 'no browser runs here'],
  ['headers', 'requests have headers of their own'],
  ['location', 'requests come from the address of the server'],
  ['prompt', 'no language model is asked'],
  ['webhook', 'GET /v2/crawl/ID tells how it goes'],
]);

const formats = ['markdown', 'html', 'rawHtml', 'links'] as const;
const wrongFormat = `must be one of ${formats.join(', ')}: nothing else can be had`;
const format = z.pipe(
  z.union([z.enum(formats), z.strictObject({ type: z.enum(formats) })], wrongFormat),
  z.transform((one) => (typeof one === 'string' ? one : one.type)),
);

const optional = z.exactOptional;
const whole = (min: number, max: number) => z.int().check(z.minimum(min), z.maximum(max));
const words = () => z.string().check(z.maxLength(1_000));
const flag = (usual: boolean) => z._default(z.boolean(), usual);
const patterns = () => z._default(z.array(words()).check(z.maxLength(100)), []);
const wrongUrl = 'must be an http or https URL of 8,192 characters at most';
const url = () =>
  z.string(wrongUrl).check(
    z.maxLength(8_192, wrongUrl),
    z.refine((text) => canonicalise(text).ok, wrongUrl),
  );

/** Who asks, for statistics that nobody keeps. */
const origins = { origin: optional(words()), integration: optional(words()) };

/** As what a page is wanted. What has no effect here is taken: the page is fetched anew, by one address, without a browser. */
const pageFields = {
  formats: z._default(z.array(format).check(z.maxLength(10)), ['markdown']),
  onlyMainContent: flag(true),
  timeout: z._default(whole(1_000, 300_000), 60_000),
  waitFor: optional(z.literal(0)),
  mobile: optional(z.literal(false)),
  skipTlsVerification: optional(z.literal(false)),
  proxy: optional(z.enum(['basic', 'auto'])),
  maxAge: optional(whole(0, Number.MAX_SAFE_INTEGER)),
  fastMode: optional(z.boolean()),
  blockAds: optional(z.boolean()),
  storeInCache: optional(z.boolean()),
  removeBase64Images: optional(z.boolean()),
};

const scrapeFields = z.strictObject({ url: url(), ...pageFields, ...origins });

const mapFields = z.strictObject({
  url: url(),
  search: optional(words()),
  sitemap: optional(z.enum(['include', 'skip'])),
  includeSubdomains: flag(true),
  ignoreQueryParameters: flag(true),
  limit: z._default(whole(1, 100_000), 5_000),
  timeout: pageFields.timeout,
  ...origins,
});

const crawlFields = z.strictObject({
  url: url(),
  limit: z._default(whole(1, 10_000), 10_000),
  maxDiscoveryDepth: optional(whole(0, 10_000)),
  includePaths: patterns(),
  excludePaths: patterns(),
  regexOnFullURL: flag(false),
  crawlEntireDomain: flag(false),
  allowSubdomains: flag(false),
  allowExternalLinks: flag(false),
  sitemap: z._default(z.enum(['include', 'skip']), 'include'),
  delay: optional(z.number().check(z.minimum(0), z.maximum(86_400))),
  ignoreQueryParameters: optional(z.literal(false)),
  maxConcurrency: optional(whole(1, 1_000)),
  scrapeOptions: z.prefault(z.strictObject(pageFields), {}),
  zeroDataRetention: optional(z.literal(false)),
  ...origins,
});

export type Scrape = z.output<typeof scrapeFields>;
export type CrawlAsked = z.output<typeof crawlFields>;

export const readScrape = (body: Raw): Scrape => read(scrapeFields, body);
export const readMap = (body: Raw): z.output<typeof mapFields> => read(mapFields, body);
export const readCrawl = (body: Raw): CrawlAsked => read(crawlFields, body);

/** @throws Refused, naming what is wrong */
function read<S extends z.ZodMiniObject>(schema: S, body: Raw): z.output<S> {
  const parsed = z.safeParse(schema, body);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.slice(0, 10).flatMap((issue) => {
    const at = issue.path.map(String);
    if (issue.code !== 'unrecognized_keys') return [`${at.join('.')}: ${issue.message}`];
    return issue.keys.slice(0, 10).map((key) => {
      const why = reasons.get(key);
      return `${[...at, clip(key)].join('.')} is not offered${why === undefined ? '' : `: ${why}`}`;
    });
  });
  throw new Refused(400, problems.join('; ').slice(0, 1_000));
}
