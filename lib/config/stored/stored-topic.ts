import * as z from 'zod/mini';
import { stemmedLanguages } from '../../base/language/languages.ts';

const number = z.exactOptional(z.number());
const texts = z.array(z.string());

const terms = z.strictObject({
  kind: z.literal('terms'),
  id: z.string(),
  algorithm: z.enum(['plain', 'position']),
  definition: z.string(),
  stopWords: texts,
  cutOffs: z.strictObject({ total: number, relative: number, share: number }),
  weights: z.strictObject({
    title: z.number(),
    metadata: z.number(),
    headings: z.number(),
    text: z.number(),
  }),
  k: z.number(),
  language: z.exactOptional(z.enum(stemmedLanguages)),
  good: z.exactOptional(texts),
  onlyIn: z.exactOptional(texts),
});

const model = z.strictObject({
  id: z.string(),
  kind: z.enum(['svm', 'bayes', 'taxonomy', 'clusters']),
  file: z.string(),
  digest: z.string(),
  good: texts,
  crawlOnly: texts,
  minRelevance: z.number(),
  onlyIn: z.exactOptional(texts),
  filed: z.exactOptional(z.strictObject({ digest: z.string(), good: texts, crawlOnly: texts })),
});

const plugin = {
  id: z.string(),
  file: z.string(),
  digest: z.string(),
  options: z.record(z.string(), z.unknown()),
  deadlineMs: z.number(),
};

/** A plug-in in stored settings. */
export const storedPlugin = z.strictObject(plugin);

/** Plug-ins that add fields, in stored settings. */
export const storedAnalysers = z.array(storedPlugin);

/** A topic in stored settings. */
export const storedTopic = z.strictObject({
  filters: z.array(z.union([terms, model, z.strictObject({ kind: z.literal('plugin'), ...plugin })])),
  match: z.enum(['all', 'any']),
  classes: z.exactOptional(
    z.array(
      z.strictObject({
        id: z.string(),
        parent: z.exactOptional(z.string()),
        label: z.exactOptional(z.string()),
      }),
    ),
  ),
  sitesOk: texts,
  followOffTopic: z.boolean(),
});
