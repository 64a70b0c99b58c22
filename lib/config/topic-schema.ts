import * as z from 'zod';
import { flag, section } from './field.ts';

const path = z.string().min(1);

/** The `topic` section: what the crawl is about. Without a `file` it takes every page. */
export const topicSchema = section(
  'What the crawl is about: pages that its topic definition does not find relevant are not kept. Choosing and writing one: [topics.md](topics.md).',
  {
    file: path.optional().meta({
      description:
        "The topic definition, relative to this file: a row `WEIGHT: TERM=CLASS` for each term. Combine's topicdefinition.txt can be taken as it is.",
      expected: 'a path',
      example: 'topic.txt',
    }),
    algorithm: z.enum(['plain', 'position']).default('plain').meta({
      description:
        'How terms are matched: `plain` adds up matches by where they stand, regular expressions among the terms; `position` weighs them by how early they stand and how near to each other, words and phrases only.',
      expected: 'plain or position',
      why: "Combine's Check_record and PosCheck_record.",
    }),
    stopWords: path.optional().meta({
      description: 'A file of words, one a line, that do not count in terms and in texts.',
      expected: 'a path',
      example: 'stopwords.txt',
    }),
    sitesOk: path.optional().meta({
      description:
        'A file of regular expressions, one a line, for sites that are always on topic: matched in the host, or in the URL where there is a `/` in it.',
      expected: 'a path',
      example: 'sites-ok.txt',
    }),
    minScore: z.number().min(0).max(1_000_000_000).optional().meta({
      description: 'The least total score of a page. By default 90 for `plain`, 1 for `position`.',
      unit: 'points',
      why: "Combine's cut-offs.",
      example: 90,
    }),
    minRelative: z.number().min(0).max(1_000_000_000).optional().meta({
      description:
        'The least score for the length of the text. By default 0.2 for `plain`, 0.002 for `position`.',
      unit: 'points a word',
      example: 0.2,
    }),
    minShare: z.number().min(0).max(100).optional().meta({
      description:
        'The least share of a class in the score; classes with less do not count. By default 10 for `plain`, 1 for `position`.',
      unit: 'percent',
      example: 10,
    }),
    followOffTopic: flag(false, {
      description: 'Follow the links of pages that are off topic, too.',
      why: 'Combine does not: with it the crawl goes further afield and fetches more that it does not keep.',
    }),
  },
);
