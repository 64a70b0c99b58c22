import * as z from 'zod';
import { contact, fieldName, jobName, selector, url } from '../layers/job-values.ts';
import { budgetsSchema } from './budgets-schema.ts';
import { fetchSchema } from './fetch-schema.ts';
import { count, flag, seconds, section } from './field.ts';
import { focusSchema } from './focus-schema.ts';
import { freshnessSchema } from './freshness-schema.ts';
import { linksSchema, redirectsSchema } from './links-schema.ts';
import { networkSchema } from './network-schema.ts';
import { offTopicSchema } from './off-topic-schema.ts';
import { overridesSchema } from './overrides-schema.ts';
import { analysersSchema } from './plugin-schema.ts';
import { politenessSchema } from './politeness-schema.ts';
import { revisitSchema } from './revisit-schema.ts';
import { purposeSchema, robotsSchema } from './robots-schema.ts';
import { scopeSchema } from './scope-schema.ts';
import { sitemapsSchema } from './sitemaps-schema.ts';
import { stopSchema } from './stop-schema.ts';
import { topicSchema } from './topic-schema.ts';
import { trapsSchema } from './traps-schema.ts';
import { urlSchema } from './url-schema.ts';

const extractRule = z.union([
  selector,
  z
    .strictObject({
      selector,
      attribute: z
        .string()
        .regex(/^[^\s"'<>/=]+$/)
        .optional()
        .meta({
          description: 'The attribute to take instead of the text of the element.',
          expected: 'the name of an attribute',
        }),
      type: z.enum(['string', 'number', 'boolean', 'url', 'html']).default('string').meta({
        description: 'What to read the value as; a `url` is resolved against the page.',
      }),
      many: flag(false, { description: 'Take all matches as a list, not only the first.' }),
    })
    .meta({ description: 'A CSS selector and what to take from what it selects.' }),
]);

/** The sections and keys of a job.yaml, all but those that lay other values over them. */
export const jobShape = {
  name: jobName.optional().meta({
    description: 'The name of the job in its installation. By default that of its directory.',
    expected: 'lower-case letters, digits and hyphens, at most 40, beginning with a letter or digit',
    why: 'It becomes part of storage keys.',
    example: 'apples',
  }),
  data: z.string().min(1).default('data').meta({
    description:
      'The data directory, relative to job.yaml; one process at a time may use it. Jobs may share one. Not used on AWS.',
    expected: 'a path',
  }),
  seeds: z
    .array(url)
    .max(10_000)
    .default([])
    .meta({
      description: 'Where the crawl starts. More can be added with `winnow seed`.',
      expected: 'a list of URLs',
      why: 'At most 10,000 here, so that the settings stay small: `winnow seed` takes any number.',
      example: ['https://www.example.org/'],
    }),
  userAgent: section('Who we are, as every request says.', {
    product: z
      .string()
      .regex(/^[A-Za-z_-]{1,40}$/)
      .default('Winnow')
      .meta({
        description: 'The product token, which groups of robots.txt are matched against.',
        expected: 'letters, hyphens and underscores, at most 40',
        why: 'RFC 9309 §2.2.1 allows no other characters.',
      }),
    contact: contact.optional().meta({
      description:
        'Where the people whose site is crawled can reach you. Must be set before anything but loopback is crawled.',
      expected: 'an e-mail address, or an http(s) URL of a page that says who you are',
      example: 'crawler@example.org',
    }),
    from: flag(true, {
      description: 'Send the contact as the From header too, when it is a mail address.',
      why: 'RFC 9110 §10.1.2: a robot should, so that it can be complained about.',
    }),
  }),
  url: urlSchema,
  topic: topicSchema,
  offTopic: offTopicSchema,
  analysers: analysersSchema,
  focus: focusSchema,
  scope: scopeSchema,
  politeness: politenessSchema,
  turn: section('A turn: what one worker does for one host before the others have theirs.', {
    maxPages: count(1, 1_000, 10, {
      description: 'Pages fetched in one turn. 1 is how Combine does it; more cost less on AWS.',
      unit: 'pages',
      why: 'A worker that dies loses at most the work of its turn.',
    }),
    maxSeconds: seconds(2, 300, 60, {
      description: 'No request of a turn starts after this.',
      why: 'Turn, last request and commit must fit into the 15 minutes of a Lambda.',
    }),
    maxWait: seconds(0, 60, 2, {
      description:
        'A gap longer than this is not waited for inside a turn: the host goes back to the due index.',
      why: 'On AWS waiting is billed.',
    }),
  }),
  fetch: fetchSchema,
  revisit: revisitSchema,
  freshness: freshnessSchema,
  robots: robotsSchema,
  purpose: purposeSchema,
  documents: section('The raw bytes of stored pages.', {
    keep: flag(true, {
      description: 'Keep them beside the records, compressed. Without them nothing can be parsed again.',
    }),
  }),
  extract: z
    .record(fieldName, extractRule)
    .default({})
    .meta({
      description:
        'Fields to read out of every page into its record: a CSS selector, or a mapping of `selector`, `attribute`, `type` and `many`.',
      expected: 'a mapping of field names to CSS selectors',
      example: { price: { selector: '.price', type: 'number' } },
    }),
  network: networkSchema,
  limits: section('Ceilings.', {
    pagesPerDay: z.int().min(1).max(1_000_000_000).optional().meta({
      description:
        'Pages fetched per UTC day; then the crawl waits for the next. Must be set on AWS; without it there is no ceiling on one machine.',
      unit: 'pages',
      example: 10_000,
    }),
    dollarsPerMonth: z.number().min(0.0001).max(1_000_000).optional().meta({
      description:
        'A budget for each calendar month (UTC): when the work of the job has cost so much by list prices, it pauses until the next month, or until the budget is raised. Storage is not in it; it means nothing on one machine. See [costs.md](costs.md#a-budget). Without it: no limit.',
      unit: 'dollars',
      example: 5,
    }),
  }),
  stop: stopSchema,
  budgets: budgetsSchema,
  traps: trapsSchema,
  sitemaps: sitemapsSchema,
  redirects: redirectsSchema,
  links: linksSchema,
  autoRecycleLinks: flag(true, {
    description: 'Follow new links by themselves. If not, they are held back until `winnow recycle`.',
  }),
  crawl: section('On one machine only.', {
    hosts: count(1, 1_000, 64, {
      description: 'Hosts crawled side by side.',
      unit: 'hosts',
      why: 'Each may hold a connection and a page of `fetch.maxBytes` in memory.',
    }),
    patience: seconds(0, 2_592_000, 900, {
      description:
        'A crawl ends when nothing is due within this time, hosts that are backed off from included. The gap of a host is always waited for.',
      why: 'Long enough for the first four back-offs from a host.',
    }),
  }),
};

/** What may stand in a job.yaml. The documentation, the template and the error messages are made from it. */
export const jobSchema = z.strictObject({ ...jobShape, overrides: overridesSchema(jobShape) });

/** A job.yaml that is valid, defaults filled in. */
export type JobFile = z.output<typeof jobSchema>;
