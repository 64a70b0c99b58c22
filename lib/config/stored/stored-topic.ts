import * as z from 'zod/mini';
import { stemmedLanguages } from '../../base/language/languages.ts';
import type { FilterSettings, TopicSettings } from '../../topic/topic-settings.ts';

const number = z.exactOptional(z.number());
const texts = z.array(z.string());

const matching = {
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
};

const model = {
  kind: z.enum(['svm', 'bayes', 'taxonomy', 'clusters']),
  file: z.string(),
  digest: z.string(),
  good: texts,
  crawlOnly: texts,
  minRelevance: z.number(),
  onlyIn: z.exactOptional(texts),
};

const plugin = {
  id: z.string(),
  file: z.string(),
  digest: z.string(),
  options: z.record(z.string(), z.unknown()),
  deadlineMs: z.number(),
};

/** Plug-ins that add fields, in stored settings. */
export const storedAnalysers = z.array(z.strictObject(plugin));

const terms = z.strictObject({ kind: z.literal('terms'), id: z.string(), ...matching });

const chain = z.strictObject({
  filters: z.array(
    z.union([
      terms,
      z.strictObject({ id: z.string(), ...model }),
      z.strictObject({ kind: z.literal('plugin'), ...plugin }),
    ]),
  ),
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

/** As it was before there were chains: a definition, which could be empty, and a model beside it. */
const single = z.strictObject({
  ...matching,
  sitesOk: texts,
  model: z.exactOptional(z.strictObject(model)),
  match: z._default(z.enum(['all', 'any']), 'all'),
  followOffTopic: z.boolean(),
});

/** A topic in stored settings, of whichever form. */
export const storedTopic = z.union([chain, z.pipe(single, z.transform(toChain))]);

function toChain({
  sitesOk,
  match,
  followOffTopic,
  model,
  ...terms
}: z.output<typeof single>): TopicSettings {
  const filters: FilterSettings[] = [];
  if (terms.definition !== '') filters.push({ kind: 'terms', id: 'terms', ...terms });
  if (model !== undefined) filters.push({ id: model.kind, ...model });
  return { filters, match, sitesOk, followOffTopic };
}
