import * as z from 'zod';
import { defaultExtensions, defaultScope } from '../../domain/scope/scope-settings.ts';
import { count, type FieldNotes, section } from './field.ts';

function list(notes: FieldNotes, fallback: readonly string[] = []) {
  return scopeEntries.default([...fallback]).meta({ ...notes });
}

const listFile = z
  .strictObject({
    file: z.string().min(1).meta({ description: 'A file of entries, one on each line.', expected: 'a path' }),
  })
  .meta({ description: 'Entries that stand in a file, relative to this one.' });

/** Entries, and files of entries: what each must be depends on the list, and is read later, with its line. */
export const scopeEntries = z
  .array(z.union([z.string().max(10_000), listFile]).meta({ expected: 'text, or `file` and a path' }))
  .max(100_000);

const lists = z.union([z.string().max(10_000), listFile, scopeEntries]).optional();
const over = (min: number) => z.int().min(min).max(1_000_000).optional();

const test = z.union([
  z.literal('all'),
  z.strictObject({
    hosts: lists.meta({ description: 'Hosts, each with its subdomains.' }),
    domains: lists.meta({ description: 'Registered domains (Public Suffix List), with all their hosts.' }),
    surts: lists.meta({ description: 'SURT prefixes: `http://(org,example,www,)/archive/`.' }),
    patterns: lists.meta({ description: 'Regular expressions: `HOST: …` or `URL …`.' }),
    extensions: lists.meta({ description: 'File extensions: `pdf`.' }),
    schemes: lists.meta({ description: '`http` or `https`.' }),
    depthOver: over(0).meta({ description: 'More links than this from the nearest seed.' }),
    hostHopsOver: over(0).meta({ description: 'More links than this from host to host.' }),
    lengthOver: over(1).meta({ description: 'More characters than this.' }),
    repeatsOver: over(1).meta({ description: 'One path segment more often than this.' }),
    parametersOver: over(0).meta({ description: 'More parameters in the query than this.' }),
  }),
]);

const rule = z
  .strictObject({ accept: test.optional(), reject: test.optional() })
  .meta({ expected: 'a rule: `accept` or `reject`, and what it is about' });

/** The `scope` section: which URLs belong to the crawl. */
export const scopeSchema = section(
  'What may be crawled. In this order, the last word wins; every rule, with examples: [scope.md](scope.md).',
  {
    allow: list({
      description:
        'Patterns of which one must match a URL (`URL …`) or its host (`HOST: …`); none means every URL.',
      expected: 'a list of patterns such as `HOST: \\.example\\.org$` or `URL /papers/`, or of files of them',
      why: "Combine's `<url><allow>`.",
      example: ['HOST: \\.example\\.org$'],
    }),
    hosts: list({
      description: 'Hosts that may be crawled, each with its subdomains; none means every host.',
      expected: 'a list of host names, or of files of them',
      example: ['example.org'],
    }),
    exclude: list({
      description: 'Patterns of which none may match.',
      expected: 'a list of patterns such as `URL /print/`, or of files of them',
      why: "Combine's `<url><exclude>`; its files can be taken as they are.",
      example: ['URL /print/', 'HOST: ^mirror\\.'],
    }),
    excludeExtensions: list(
      {
        description: 'Extensions of files that are not asked for; in any case, without the dot.',
        expected: 'a list of extensions, or of files of them',
        why: 'Nothing is read from images, sound, programs and archives.',
      },
      defaultExtensions,
    ),
    rules: z
      .array(rule)
      .max(100_000)
      .default([])
      .meta({
        description: 'Rules that accept or reject; the last one that is about a URL decides.',
        expected: 'a list of rules such as `reject: { patterns: "URL /print/" }`',
        example: [{ reject: { patterns: ['URL \\?'] } }, { accept: { hosts: ['www.example.org'] } }],
      }),
    schemes: z
      .array(z.enum(['http', 'https']))
      .min(1)
      .max(2)
      .default([...defaultScope.schemes])
      .meta({
        description: 'Schemes that are crawled.',
        expected: 'http, https or both (no other is spoken)',
      }),
    maxDepth: count(0, 10_000, defaultScope.maxDepth, {
      description: 'Links from the nearest seed; pages further away are not fetched. 0: the seeds only.',
      unit: 'links',
      why: 'A listing of 60 pages is 60 links deep.',
    }),
    maxHostHops: z.int().min(0).max(1_000).optional().meta({
      description:
        'Links from host to host, counted from the hosts of the seeds. 0: only those hosts; 1: those they link to as well. Without it there is no limit.',
      unit: 'links',
      example: 1,
    }),
    share: z
      .strictObject({
        part: z.int().min(1).max(1_000).meta({ description: 'Which of the parts, from 1.' }),
        of: z.int().min(2).max(1_000).meta({ description: 'How many parts there are.' }),
      })
      .refine(({ part, of }) => part <= of, { error: 'there are not so many parts' })
      .optional()
      .meta({
        description:
          'Only hosts of one of several parts, by a hash of the end of their names (`example.co.uk`): to compare two policies (`winnow ab`), or to share a crawl among installations.',
        expected: 'a `part` from 1 to the number of parts (`of`, at least 2)',
        example: { part: 1, of: 2 },
      }),
    maxUrlLength: count(20, 2_000, defaultScope.maxUrlLength, {
      description: 'Longer URLs are not taken in.',
      unit: 'characters',
      why: "Combine's default; real pages seldom have longer ones, traps do.",
    }),
    maxRepeats: count(1, 1_000, defaultScope.maxRepeats, {
      description: 'How often the same segment may occur in a path.',
      unit: 'times',
      why: 'Relative links under error pages make endless paths of a few segments.',
    }),
    maxParameters: count(0, 1_000, defaultScope.maxParameters, {
      description: 'Parameters that a query may have.',
      unit: 'parameters',
      why: 'Filters upon filters are a listing in ever new orders.',
    }),
  },
);
