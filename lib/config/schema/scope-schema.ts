import * as z from 'zod';

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

/** Which part of the hosts, of how many. */
const share = z
  .strictObject({
    part: z.int().min(1).max(1_000).meta({ description: 'Which of the parts, from 1.' }),
    of: z.int().min(2).max(1_000).meta({ description: 'How many parts there are.' }),
  })
  .refine(({ part, of }) => part <= of, { error: 'there are not so many parts' });

export const scopeSpecials = {
  'scope.allow': scopeEntries,
  'scope.hosts': scopeEntries,
  'scope.exclude': scopeEntries,
  'scope.excludeExtensions': scopeEntries,
  'scope.rules': z.array(rule).max(100_000),
  'scope.share': share,
};
