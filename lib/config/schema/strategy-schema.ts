import * as z from 'zod';
import { defaultRuleDeadline } from '../../base/setting-kinds/plugin-settings.ts';
import { measures } from '../../domain/strategy/condition.ts';
import { presetNames } from '../../domain/strategy/presets.ts';
import { most } from '../../domain/strategy/strategy.ts';
import { strategyFault } from '../../domain/strategy/strategy-fault.ts';
import { type GivenStage, strategyOf } from '../../domain/strategy/strategy-settings.ts';
import { pluginKeys } from './plugin-schema.ts';

const name = z.string().min(1).max(60).meta({ expected: 'a name of at most 60 characters' });
const words = z.array(z.string().min(1).max(60)).min(1).max(most.words);
const range = z
  .strictObject({ min: z.number().optional(), max: z.number().optional() })
  .meta({ expected: '`min`, `max` or both' });

const countShape = { iterations: range, loads: range, relevant: range, targets: range, dry: range };
const domainShape = {
  ...{ hosts: range, loads: range, relevant: range, harvest: range, tries: range, yield: range },
};
const plainShape = {
  anchor: words.meta({ description: 'Words of the anchor texts; `appl*`: every word that begins so.' }),
  url: words.meta({ description: 'Words of path and query.' }),
  block: words.meta({ description: 'Words of a content block with a link to it.' }),
  place: words.meta({ description: 'Parts of pages: nav, header, main, article, aside, footer, body.' }),
  language: words.meta({ description: 'Languages of the pages that link to it.' }),
  depth: range.meta({ description: 'Links from the nearest seed.' }),
  relevance: range.meta({ description: 'Of the best page that links to it, 0 to 1; of a page its own.' }),
  promise: range.meta({ description: 'How relevant its best link promises it to be, 0 to 1.' }),
  field: z
    .strictObject({ name, min: z.number().optional(), max: z.number().optional() })
    .meta({ description: 'The number that a plug-in gives for it in a field of a page with a link to it.' }),
  instances: range.meta({ description: 'Links that lead to it.' }),
  yield: range.meta({ description: 'Expected yield of its region, 0 to 1.' }),
  blockYield: range.meta({ description: 'Relevant share of what its content blocks led to, 0 to 1.' }),
  rowYield: range.meta({ description: 'Relevant share of what its rows of links led to, 0 to 1.' }),
  learnt: range.meta({ description: 'What its words were worth so far, -1 to 1.' }),
  score: range.meta({ description: 'Its present score; of control rules only.' }),
  count: z.strictObject(countShape).partial().meta({ description: 'Counts of the context.' }),
  domain: z
    .strictObject(domainShape)
    .partial()
    .meta({ description: 'Sums of all hosts of the registered domain.' }),
  rule: z.array(name).min(1).max(10).meta({ description: 'Other rules of the stage that match as well.' }),
};

type Plain = { readonly [K in keyof typeof plainShape]?: z.input<(typeof plainShape)[K]> | undefined };

/** What a file says of a condition. */
export interface GivenCondition extends Plain {
  readonly any?: readonly GivenCondition[] | undefined;
  readonly not?: GivenCondition | undefined;
}

/** A condition; one definition in the JSON Schema, however often it stands there. */
const condition: z.ZodType<unknown, GivenCondition> = z
  .lazy(() =>
    z
      .strictObject({
        ...plainShape,
        any: z.array(condition).min(1).max(10).meta({ description: 'One of these holds.' }),
        not: condition,
      })
      .partial(),
  )
  .meta({ id: 'condition' });

/** A function of one's own in place of an answer. */
const own = {
  plugin: pluginKeys.plugin
    .optional()
    .meta({ description: 'A plug-in that answers for a match: it exports `layer`, `score` or `control`.' }),
  options: pluginKeys.options.optional(),
  deadline: pluginKeys.deadline.optional().meta({
    description: `The longest that one call of the rule for all targets may take. By default ${defaultRuleDeadline}.`,
  }),
};
const rule = {
  ...own,
  name: name.meta({ description: 'What `winnow why` and reports call it; unique in its stage.' }),
  active: z.boolean().optional().meta({ description: 'Ask it in each iteration.' }),
  when: condition.optional().meta({ description: 'When it matches; without it always.' }),
};
interface GivenOwn {
  readonly plugin?: string | undefined;
  readonly options?: object | undefined;
  readonly deadline?: number | undefined;
}

const isWhole = ({ plugin, options, deadline }: GivenOwn): boolean =>
  plugin !== undefined || (options === undefined && deadline === undefined);
/** A message that the person sees who wrote the file. */
const told = (message: string) => ({ message, params: { told: true } });
const withoutPlugin = told('`options` and `deadline` are those of a `plugin`, which is missing');

const controlRules = z
  .array(
    z
      .strictObject({
        ...rule,
        act: z.enum(['back', 'dismiss', 'withdraw', 'end']).meta({ description: 'What a match does.' }),
      })
      .refine(isWhole, withoutPlugin),
  )
  .min(1)
  .max(most.rules);
const layers = z.strictObject({
  layers: z.array(name).min(1).max(most.layers).meta({ description: 'Their names, from the top.' }),
  unassigned: z
    .enum(['deepest', 'dismiss'])
    .default('deepest')
    .meta({ description: 'What happens to targets that no rule assigns.' }),
  rules: z
    .array(
      z
        .strictObject({
          ...rule,
          layer: name
            .optional()
            .meta({ description: 'Where a match puts the target; a plug-in says it itself.' }),
        })
        .refine(isWhole, withoutPlugin)
        .refine(
          ({ layer, plugin }) => (layer === undefined) !== (plugin === undefined),
          told('a rule of layers has either a `layer` or a `plugin`'),
        ),
    )
    .min(1)
    .max(most.rules),
});
const ranking = z.strictObject({
  rules: z
    .array(
      z
        .strictObject({
          ...rule,
          score: z
            .number()
            .min(-1_000)
            .max(1_000)
            .optional()
            .meta({ description: 'What a match adds; multiplies what a plug-in says, by default by 1.' }),
          times: z.enum(measures).optional().meta({ description: 'A number that multiplies the score.' }),
        })
        .refine(isWhole, withoutPlugin)
        .refine(
          ({ score, plugin }) => score !== undefined || plugin !== undefined,
          told('a rule of ranking has a `score`, a `plugin` or both'),
        ),
    )
    .min(1)
    .max(most.rules),
  control: controlRules.optional().meta({ description: 'Rules with `act: back` or `dismiss`.' }),
});
const control = z.strictObject({ rules: controlRules });

const limit = z.int().min(1).max(1_000_000_000).optional();
const objectives = z
  .strictObject({
    of: z
      .enum(['site', 'job'])
      .default('job')
      .meta({ description: 'Whose counts they are: of each site, or the sums of the job.' }),
    pages: limit.meta({ description: 'Pages parsed.' }),
    relevant: limit.meta({ description: 'Relevant pages; without a topic all pages are.' }),
    targets: limit.meta({ description: 'Targets tried.' }),
    time: z
      .number()
      .min(1)
      .max(315_360_000)
      .optional()
      .meta({ description: 'Seconds since the stage began.' }),
    yield: z
      .strictObject({ below: z.number().min(0.0001).max(1), over: z.int().min(5).max(1_000_000) })
      .optional()
      .meta({ description: 'Less than `below` of the last `over` pages were relevant.' }),
  })
  .default({ of: 'job' });

const stage = z.strictObject({
  name,
  preset: z.enum(presetNames).optional().meta({ description: 'Modules to start from.' }),
  load: z.int().min(1).max(most.load).default(5).meta({ description: 'Targets that one iteration loads.' }),
  objectives: objectives.meta({ description: 'What ends the stage: the first that is reached.' }),
  layers: z.array(layers).max(most.modules).optional(),
  ranking: z.array(ranking).max(most.modules).optional(),
  control: z.array(control).max(most.modules).optional(),
});

/** `strategy.stages`: what may stand in a job.yaml. */
export const stagesSchema = z
  .array(stage)
  .max(most.stages)
  .superRefine((stages, { addIssue }) => {
    const fault = strategyFault(strategyOf({ stages: stages as readonly GivenStage[] }));
    if (fault !== undefined) addIssue({ code: 'custom', ...told(fault) });
  });
