import * as z from 'zod';
import { pageKinds } from '../../base/page/page-kind.ts';
import { toldSchemas } from '../../capabilities/explainers.ts';
import { type Purpose, purposes } from '../../rules/rights.ts';
import type { SchemaNode } from '../schema/known-keys.ts';

const md5 = z
  .string()
  .regex(/^[0-9a-f]{32}$/)
  .describe('MD5, 32 hex digits.');
const url = z.string().describe('A canonical URL.');
const at = z.number().describe('Epoch milliseconds.');
const count = z.int().min(0);
const share = z.number().min(0).max(1);

const strings = z.record(z.string(), z.array(z.string()));

const evidence = z.object({
  term: z.string().describe('A term of the topic definition, or a word of a model.'),
  score: z.number(),
  hits: z.partialRecord(z.enum(['title', 'url', 'metadata', 'headings', 'text']), count).optional(),
});

const classVerdict = z.object({
  id: z.string(),
  label: z.string().optional(),
  score: z.number().describe('Points; of a model a log-probability or a margin.'),
  relative: z.number().optional(),
  share: share.describe('Its part of the whole; of a model its probability.'),
  evidence: z.array(evidence),
  path: z.array(z.object({ id: z.string(), share })).optional(),
});

const topic = z.object({
  relevant: z.boolean(),
  filter: z.string().describe('The id of the filter that decided.'),
  kind: z.string().describe('What it goes by: terms, the kind of a model, plugin. More may come.'),
  score: z.number(),
  relative: z.number().optional(),
  classes: z.array(classVerdict).describe('The best first.'),
  crawlOnly: z.literal(true).optional(),
  otherLanguage: z.string().optional().describe('The language of the page, where the filter is for others.'),
  chain: z.array(z.object({ filter: z.string(), score: z.number(), relevant: z.boolean() })).optional(),
  site: z.string().optional(),
  judged: z.object({ at, by: z.string() }).optional(),
});

const link = z.object({
  url,
  anchor: z.string(),
  rel: z.array(z.string()),
  element: z.string().describe('a, area, frame, link, text, redirect … More may come.'),
  place: z.string().describe('nav, header, main, article, aside, footer, body, head, text. More may come.'),
  block: z
    .int()
    .optional()
    .describe('The element that the anchor stands in, by its number in the page (`content.linkBlocks`).'),
  score: share.optional().describe('How likely its target is relevant.'),
});

const preference = z.object({ allowed: z.boolean(), by: z.string() }).optional();
const usage = Object.fromEntries(purposes.map((purpose) => [purpose, preference])) as Record<
  Purpose,
  typeof preference
>;

const response = z.object({
  status: z.int(),
  contentType: z.string(),
  etag: z.string().optional(),
  lastModified: z.string().optional(),
  expires: z.string().optional(),
  date: z.string().optional(),
  server: z.string().optional(),
  address: z.string().optional().describe('The IP address that was connected to.'),
  robotsTag: z.string().optional(),
  linkHeader: z.string().optional(),
  refresh: z.string().optional().describe('The `Refresh` header.'),
  location: z.string().optional().describe('The `Location` that a status 300 prefers.'),
  contentSignal: z.string().optional(),
  contentUsage: z.string().optional(),
  tdmReservation: z.string().optional(),
  tdmPolicy: z.string().optional(),
  usage: z.object(usage).optional().describe("What the page's owner says that it may be used for."),
  directives: z.array(z.string()).optional().describe('What else the owner asks for.'),
  fetchedAt: at,
  wireBytes: count,
  bytes: count,
  truncated: z.boolean(),
});

const scalar = z.union([z.string(), z.number(), z.boolean()]);
/** A record in full. */
export const recordSchema = z.object({
  md5,
  digest: z.string().describe('SHA-256 of the raw document, 64 hex digits.'),
  mediaType: z.string().describe('In lower case, without parameters.'),
  charset: z.string().describe('By the WHATWG Encoding standard, in lower case.'),
  title: z.string().describe('Empty if the page has none.'),
  headings: z
    .array(z.object({ level: z.int().min(1).max(6), text: z.string() }))
    .describe('h1 to h6, in the order of the page.'),
  metadata: strings.describe(
    'Meta elements by name, property or http-equiv in lower case, with every content.',
  ),
  text: z.string().describe('Visible text; blocks are separated by a line feed.'),
  needsScripts: z
    .literal(true)
    .optional()
    .describe(
      'The page is made by its scripts, which are not run: it shows nothing but what `noscript` says.',
    ),
  main: z
    .object({
      kind: z.string().describe(`${pageKinds.join(', ')}. More may come.`),
      text: z.string(),
      markdown: z.string().optional(),
      author: z.string().optional(),
      published: z.string().optional().describe('YYYY-MM-DD.'),
    })
    .optional()
    .describe('What the page is about, without what stands around it on every page of its site.'),
  markdown: z.string().optional().describe('The whole page as Markdown.'),
  links: z.array(link).describe('With the words and the place of each, in the order of the page.'),
  moreLinks: count
    .optional()
    .describe('Links that the page has beyond these, which were neither recorded nor followed.'),
  canonical: url.optional().describe('What the page declares, where that is another URL than its own.'),
  language: z.string().optional().describe('What the page declares.'),
  detectedLanguage: z
    .object({ code: z.string().describe('ISO 639-1, or und.'), confidence: share.optional() })
    .optional()
    .describe('What the text is in.'),
  data: z
    .object({
      openGraph: strings.optional(),
      dublinCore: strings.optional(),
      jsonLd: z.array(z.unknown()).optional(),
      microdata: z
        .array(z.record(z.string(), z.unknown()))
        .optional()
        .describe('Items: type, id, properties.'),
      alternates: z.array(z.object({ language: z.string(), url: z.string() })).optional(),
      images: z.array(z.object({ url: z.string(), alt: z.string() })).optional(),
      forms: z
        .array(z.object({ action: z.string(), method: z.string(), fields: z.array(z.string()) }))
        .optional(),
      isCut: z.literal(true).optional(),
    })
    .optional()
    .describe('What the markup says as data.'),
  minHashes: z
    .string()
    .optional()
    .describe('The smallest hashes of phrases of its text: base64, each 4 bytes, little-endian, ascending.'),
  ...toldSchemas,
  topic: topic.optional().describe('The verdict, if the job has a topic.'),
  fields: z
    .record(z.string(), z.union([scalar, z.null(), z.array(scalar)]))
    .optional()
    .describe('What `extract` rules and plug-ins (`analysers`) found.'),
  analysis: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('What was made of the content, by the name of each analysis.'),
  pluginFailures: z.array(z.string()).optional().describe('Plug-ins that failed, each with its reason.'),
  finalUrl: url.describe('The URL by which it was fetched, redirects taken.'),
  urls: z.array(url).describe('At most 100 of the URLs that lead to it, the one that made it first.'),
  depth: count.describe('Links from the nearest seed.'),
  response: response.describe('What the answer tells beside the page: headers, times, sizes.'),
  firstSeen: at.describe('When the content was first seen, epoch milliseconds.'),
  lastChecked: at.describe('When it was fetched, epoch milliseconds.'),
  lastChanged: at.describe('Since when its URL has this content, epoch milliseconds.'),
  history: z
    .object({ firstVisited: at, changes: count })
    .optional()
    .describe('Of the URL by which it was fetched; absent when it had not been visited before.'),
});

/** A line of a changes object, as `ChangeLine` says it. What it does not know is let through: later versions add. */
export const changeSchema = z.object({
  v: z.literal(2),
  job: z.string(),
  host: z.string().describe('With its port when that is not the default.'),
  turn: z.int().min(1),
  ordinal: count.describe('From 0, without gaps inside a turn.'),
  previous: z
    .object({
      turn: count.describe('0: there is none.'),
      object: z.string().optional().describe('Key of the changes object that has its lines.'),
    })
    .optional()
    .describe("The host's turn before this one that has lines. Absent: not known."),
  change: z.enum(['created', 'updated', 'deleted']),
  md5: md5.describe('Names the record.'),
  revision: z.int().min(1).optional().describe('Of all changes of a record the largest is the newest.'),
  at,
  url: url.describe('The URL whose visit made the change.'),
  document: z.string().optional().describe('Where the raw document is: BUNDLE#OFFSET+LENGTH.'),
  record: recordSchema.optional().describe('Absent when it was deleted.'),
  cause: z.string().optional().describe('Why a URL no longer leads to the record.'),
});

/** The last line of a snapshot. */
export const snapshotEndSchema = z.object({
  v: z.literal(2),
  snapshot: z.object({
    job: z.string(),
    records: count.describe('Lines before this one.'),
    point: z.iso.datetime().describe('From where to replay or follow.'),
    missing: z
      .int()
      .min(1)
      .optional()
      .describe(
        'Records without a line: what made them is told after the point, or their changes object was deleted.',
      ),
  }),
});

/** What a follower reads between change lines. */
export const pointSchema = z.object({
  v: z.literal(2),
  point: z.iso.datetime().describe('All that was put before it has been told: from here to follow again.'),
});

/** What indexers read, as JSON Schemas (2020-12) by name. */
export function eventSchemas(): Readonly<Record<string, SchemaNode>> {
  // For readers: what is not named is not forbidden, since later versions add fields.
  const schemaOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input' }) as SchemaNode;
  return {
    change: schemaOf(changeSchema),
    'snapshot-end': schemaOf(snapshotEndSchema),
    point: schemaOf(pointSchema),
  };
}
