import * as z from 'zod/mini';
import { storedPlugin } from './stored-topic.ts';

const number = z.number();
const texts = z.array(z.string());
const range = z.strictObject({ min: z.exactOptional(number), max: z.exactOptional(number) });

/** What an earlier or later version may not know of a condition is refused: it would mean something else. */
const condition: z.ZodMiniType = z.strictObject({
  ...Object.fromEntries(
    ['anchor', 'url', 'block', 'place', 'language', 'rule'].map((key) => [key, z.exactOptional(texts)]),
  ),
  ...Object.fromEntries(
    ['depth', 'relevance', 'promise', 'instances', 'yield', 'blockYield', 'rowYield', 'learnt', 'score'].map(
      (key) => [key, z.exactOptional(range)],
    ),
  ),
  field: z.exactOptional(
    z.strictObject({ name: z.string(), min: z.exactOptional(number), max: z.exactOptional(number) }),
  ),
  count: z.exactOptional(z.record(z.string(), range)),
  domain: z.exactOptional(z.record(z.string(), range)),
  any: z.exactOptional(z.lazy(() => z.array(condition))),
  not: z.exactOptional(z.lazy(() => condition)),
});

const rule = {
  name: z.string(),
  active: z.exactOptional(z.boolean()),
  when: z.exactOptional(condition),
  plugin: z.exactOptional(storedPlugin),
};
const controlRules = z.array(
  z.strictObject({ ...rule, act: z.enum(['back', 'dismiss', 'withdraw', 'end']) }),
);
const measure = z.enum([
  'depth',
  'relevance',
  'promise',
  'instances',
  'yield',
  'blockYield',
  'rowYield',
  'learnt',
]);

const stage = z.strictObject({
  name: z.string(),
  load: number,
  objectives: z.strictObject({
    of: z.enum(['site', 'job']),
    pages: z.exactOptional(number),
    relevant: z.exactOptional(number),
    targets: z.exactOptional(number),
    timeMs: z.exactOptional(number),
    yield: z.exactOptional(z.strictObject({ below: number, over: number })),
  }),
  layers: z.array(
    z.strictObject({
      layers: texts,
      unassigned: z.enum(['deepest', 'dismiss']),
      rules: z.array(z.strictObject({ ...rule, layer: z.exactOptional(z.string()) })),
    }),
  ),
  ranking: z.array(
    z.strictObject({
      rules: z.array(z.strictObject({ ...rule, score: number, times: z.exactOptional(measure) })),
      control: z.exactOptional(controlRules),
    }),
  ),
  control: z.array(z.strictObject({ rules: controlRules })),
});

/** The stages of a strategy as they are stored with their job. */
export const storedStages = z.array(stage);
