import * as z from 'zod';
import { defaultTerms } from '../../topic/settings.ts';
import { classKeys, filterSchema, filterSources, termKeys } from './filter-schema.ts';

/** The `topic` section: what the crawl is about. Without a `file`, a `model` or `filters` it takes every page. */
export const topicSchema = z
  .strictObject({
    ...filterSources,
    filters: z.array(filterSchema).max(100).default([]).meta({
      description:
        'Instead of one `file` and one `model`: [filters](#an-entry-of-topicfilters), asked in this order.',
      expected: 'a list of filters',
    }),
    match: z.enum(['all', 'any']).default('all').meta({
      description: 'Whether all filters must find a page relevant, or one of them.',
      expected: 'all or any',
    }),
    ...termKeys,
    algorithm: termKeys.algorithm.default(defaultTerms.algorithm),
    k: termKeys.k.default(defaultTerms.k),
    ...classKeys,
    good: classKeys.good.default([]),
    crawlOnly: classKeys.crawlOnly.default([]),
    classes: z.string().min(1).optional().meta({
      description:
        'A file of classes, one a line, `ID < PARENT = LABEL`: what they are called, and which lies below which.',
      expected: 'a path',
      example: 'classes.txt',
    }),
    sitesOk: z.string().min(1).optional().meta({
      description: 'A file of regular expressions, one a line, for sites that are always on topic.',
      expected: 'a path',
      example: 'sites-ok.txt',
    }),
    followOffTopic: z.boolean().default(false).meta({
      description: 'The older name of `focus.mode: soft`.',
    }),
  })
  .prefault({})
  .meta({
    description:
      'What the crawl is about: pages that its filters do not find relevant are not kept. Choosing and writing them: [topics.md](topics.md).',
  });
