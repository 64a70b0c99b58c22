import * as z from 'zod';
import { flag, section } from './field.ts';

const path = z.string().min(1);

const classes = z.array(z.string().min(1)).max(1_000).default([]);

/** The `topic` section: what the crawl is about. Without a `file` or a `model` it takes every page. */
export const topicSchema = section(
  'What the crawl is about: pages that its topic definition or its model does not find relevant are not kept. Choosing and writing one: [topics.md](topics.md).',
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
    model: path.optional().meta({
      description:
        'A trained model, relative to this file: of `winnow train`, or a taxonomy of `winnow taxonomy build`.',
      expected: 'a path',
      example: 'topics.model',
    }),
    good: classes.meta({
      description:
        'The classes of the model that the crawl is about, and in a taxonomy what is below them. By default the class `good`, where the model has one.',
      expected: 'a list of classes',
      example: ['/recreation/cycling'],
    }),
    crawlOnly: classes.meta({
      description:
        'Classes of the model whose pages are not kept, and whose links are followed all the same.',
      expected: 'a list of classes',
      why: 'Around a narrow topic lie pages that lead to it.',
      example: ['/recreation'],
    }),
    minRelevance: z.number().min(-1_000).max(1_000).optional().meta({
      description:
        'How well the good classes of the model must fit a page. Of naive Bayes and taxonomies the probability of all of them, by default 0.5; of a support vector machine the best margin, by default 0.',
      unit: 'as a probability or a margin',
      example: 0.5,
    }),
    match: z.enum(['all', 'any']).default('all').meta({
      description:
        'With a topic definition and a model: whether both must find a page relevant, or one of them. The definition is asked first, the model when that does not decide.',
      expected: 'all or any',
    }),
    followOffTopic: flag(false, {
      description: 'Follow the links of pages that are off topic, too.',
      why: 'Combine does not: with it the crawl goes further afield and fetches more that it does not keep.',
    }),
  },
);
