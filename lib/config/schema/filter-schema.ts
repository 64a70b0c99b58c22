import * as z from 'zod';
import { stemmedLanguages } from '../../base/language/languages.ts';
import { defaultTerms, plainCutOffs as plain, positionCutOffs as position } from '../../topic/settings.ts';
import { pluginId, pluginKeys } from './plugin-schema.ts';

const { weights } = defaultTerms;
const path = z.string().min(1);
const points = z.number().min(0).max(1_000_000_000);
const weight = (fallback: number, place: string) =>
  z
    .number()
    .min(0)
    .max(1_000_000)
    .default(fallback)
    .meta({ description: `A match in the ${place}.` });

/** What a filter goes by: a file, a model. */
export const filterSources = {
  file: path.optional().meta({
    description:
      "The topic definition, relative to this file: a row `WEIGHT: TERM=CLASS` for each term. Combine's topicdefinition.txt can be taken as it is.",
    expected: 'a path',
    example: 'topic.txt',
  }),
  model: path.optional().meta({
    description:
      'A trained model, relative to this file: of `winnow train`, `winnow taxonomy build`, or SVMlight with its words in `FILE.words`.',
    expected: 'a path',
    example: 'topics.model',
  }),
  clusters: path.optional().meta({
    description: 'A model of `winnow cluster make`, relative to this file ([clusters.md](clusters.md)).',
    expected: 'a path',
    example: 'owls.clusters',
  }),
};

/** How terms are matched, as it may be said of one filter or of all. */
export const termKeys = {
  algorithm: z.enum(['plain', 'position']).meta({
    description:
      'How terms are matched: `plain` weighs matches by where they stand and takes regular expressions; `position` by how early and how near to each other.',
    expected: 'plain or position',
    why: "Combine's Check_record and PosCheck_record.",
  }),
  stopWords: path.optional().meta({
    description: 'A file of words, one a line, that do not count in terms and in texts.',
    expected: 'a path',
    example: 'stopwords.txt',
  }),
  language: z
    .enum(stemmedLanguages)
    .optional()
    .meta({
      description:
        'The language of terms and pages: their words are reduced to stems, so that *owls* is found by *owl*.',
      expected: `one of ${stemmedLanguages.join(', ')}`,
      why: 'By default words are matched as they are.',
      example: 'en',
    }),
  minScore: points.optional().meta({
    description: `The least total score of a page. By default ${plain.total} for \`plain\`, ${position.total} for \`position\`.`,
    unit: 'points',
    why: "Combine's cut-offs.",
    example: plain.total,
  }),
  minRelative: points.optional().meta({
    description: `The least score for the length of the text. By default ${plain.relative} for \`plain\`, ${position.relative} for \`position\`.`,
    unit: 'points a word',
    example: plain.relative,
  }),
  minShare: z
    .number()
    .min(0)
    .max(100)
    .optional()
    .meta({
      description: `The least share of a class in the score; classes with less do not count. By default ${plain.share} for \`plain\`, ${position.share} for \`position\`.`,
      unit: 'percent',
      example: plain.share,
    }),
  weights: z
    .strictObject({
      title: weight(weights.title, 'title'),
      metadata: weight(weights.metadata, 'metadata'),
      headings: weight(weights.headings, 'headings'),
      text: weight(weights.text, 'text'),
    })
    .optional()
    .meta({
      description: 'What the weight of a term is multiplied by in each place, with `plain`.',
      expected: 'a mapping of `title`, `metadata`, `headings` and `text`',
      why: `By default Combine's: ${weights.title}, ${weights.metadata}, ${weights.headings} and ${weights.text}.`,
      example: weights,
    }),
  k: z.number().min(0.001).max(1_000).meta({
    description:
      'The factor of the position with `position`: a match at word p is worth weight / log(k p + 1).',
    unit: 'as a factor',
    why: "Combine's.",
  }),
};

const classes = z.array(z.string().min(1)).max(1_000);

/** Which classes a filter takes. */
export const classKeys = {
  good: classes.meta({
    description:
      'The classes that the crawl is about, and those below them. By default all of a topic definition, the class `good` of a model, clusters with enough auto-in pages.',
    expected: 'a list of classes',
    example: ['/recreation/cycling'],
  }),
  crawlOnly: classes.meta({
    description: 'Classes whose pages are not kept, and whose links are followed.',
    expected: 'a list of classes',
    example: ['/recreation'],
  }),
  minRelevance: z.number().min(-1_000).max(1_000).optional().meta({
    description:
      'How well the good classes of the model must fit a page: their probability, by default 0.5; of a support vector machine the best margin, by default 0.',
    unit: 'as a probability or a margin',
    example: 0.5,
  }),
};

/** One filter of a chain. What it does not say is what stands above the list. */
export const filterSchema = z
  .strictObject({
    id: pluginId.meta({
      description:
        'What verdicts call it. By default what it goes by: `terms`, `svm`, `bayes`, `taxonomy`, `clusters`, the name of a plug-in.',
      expected: 'letters, digits, full stops, hyphens and underscores, at most 40',
      example: 'birds',
    }),
    ...filterSources,
    plugin: pluginKeys.plugin.optional(),
    options: pluginKeys.options.optional(),
    deadline: pluginKeys.deadline.optional(),
    ...termKeys,
    algorithm: termKeys.algorithm.optional(),
    k: termKeys.k.optional(),
    onlyIn: z
      .array(z.string().regex(/^[a-z]{2,3}$/))
      .min(1)
      .max(100)
      .optional()
      .meta({
        description:
          'Languages, as in ISO 639: pages in another one (detected with `content.language`, else declared) are off topic for this filter.',
        expected: 'a list of codes of two or three small letters',
        example: ['sv', 'da'],
      }),
    ...classKeys,
    good: classKeys.good.optional(),
    crawlOnly: classKeys.crawlOnly.optional(),
  })
  .meta({
    description: 'One filter of a topic: a `file`, a `model`, `clusters` or a `plugin`, and how it judges.',
  });

/** A filter as a file says it. */
export type FilterFile = z.output<typeof filterSchema>;
