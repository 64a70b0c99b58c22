import * as z from 'zod';
import { readPorts } from '../../base/fetch/network-ports.ts';
import type { GivenOf, SettingsSection, SettingsShape } from '../../base/setting-kinds/section.ts';
import type { Setting } from '../../base/setting-kinds/setting.ts';
import { jobSections } from '../../capabilities/declared.ts';
import { documentPlace, mediaTypePattern } from '../../documents/settings.ts';
import type { Overridable } from '../../domain/settings/settings.ts';
import { fieldName, selector } from './job-values.ts';
import { type matchKeys, overridesSchema } from './overrides-schema.ts';
import { analysersSchema } from './plugin-schema.ts';
import { scopeSpecials } from './scope-schema.ts';
import { fileSchemas } from './section-schema.ts';
import { sinksSchema } from './sink-schema.ts';
import { stagesSchema } from './strategy-schema.ts';
import { topicSchema } from './topic-schema.ts';

/** `convert.programs`: what may stand in a job.yaml. */
const programsSchema = z
  .array(
    z.strictObject({
      types: z
        .array(z.string().regex(mediaTypePattern).meta({ expected: 'a media type in lower case' }))
        .min(1)
        .max(100)
        .meta({ description: 'The media types whose documents it converts.' }),
      command: z
        .array(z.string().min(1).max(1_000))
        .min(1)
        .max(50)
        .refine((words) => words.slice(1).some((word) => word.includes(documentPlace)), {
          error: `must have ${documentPlace} among its arguments`,
        })
        .meta({
          description: `The program and its arguments; \`${documentPlace}\` stands for the path of the document.`,
          expected: 'a list of words',
        }),
      output: z.enum(['html', 'text']).meta({ description: 'What it writes to its standard output.' }),
    }),
  )
  .max(50);

const extractRule = z.union([
  selector,
  z
    .strictObject({
      selector,
      attribute: z
        .string()
        .regex(/^[^\s"'<>/=]+$/)
        .optional()
        .meta({
          description: 'The attribute to take instead of the text of the element.',
          expected: 'the name of an attribute',
        }),
      type: z.enum(['string', 'number', 'boolean', 'url', 'html']).default('string').meta({
        description: 'What to read the value as; a `url` is resolved against the page.',
      }),
      many: z
        .boolean()
        .default(false)
        .meta({ description: 'Take all matches as a list, not only the first.' }),
    })
    .meta({ description: 'A CSS selector and what to take from what it selects.' }),
]);

/** A port, or a range of them. It stays as the user wrote it. */
const port = z.union([
  z.int().min(1).max(65_535),
  z.string().refine((entry) => readPorts(entry) !== undefined),
]);

/** What a file may say of the settings that no kind describes, by their paths. */
const specials = {
  ...scopeSpecials,
  topic: topicSchema,
  analysers: analysersSchema,
  sinks: sinksSchema,
  'strategy.stages': stagesSchema,
  extract: z.record(fieldName, extractRule),
  'convert.programs': programsSchema,
  'network.ports': z.array(port).min(1).max(100),
  'url.aliases': z.array(z.string().max(10_000)).max(10_000),
};

/** The sections and keys of a job.yaml, all but those that lay other values over them. */
export const jobShape = fileSchemas(jobSections, specials);

/** A job.yaml that is valid, defaults filled in. */
export interface JobFile extends Omit<GivenOf<typeof jobSections>, 'topic' | 'analysers' | 'sinks'> {
  readonly topic: z.output<typeof topicSchema>;
  readonly analysers: z.output<typeof analysersSchema>;
  readonly sinks: z.output<typeof sinksSchema>;
}

/** What may stand in a job.yaml. The documentation, the template and the error messages are made from it. */
export const jobSchema = z.strictObject({
  ...jobShape,
  overrides: overridesSchema(jobShape),
}) as unknown as z.ZodType<JobFile>;

/** What a program may say of a job: as in job.yaml, every key may be left out, and no other key is known. */
export type JobInput = GivenIn<typeof jobSections> & { readonly overrides?: readonly GivenOverride[] };

/** Other settings for some hosts, domains or SURT prefixes. */
export type GivenOverride = { readonly [K in (typeof matchKeys)[number]]?: string } & {
  readonly [S in keyof Overridable]?: Without<GivenIn<typeof jobSections>[S], Overridable[S]>;
};

type Without<Section, Kept> = Kept extends { readonly except: readonly (infer K)[] }
  ? Omit<NonNullable<Section>, K & PropertyKey>
  : Section;

/** What may be said of a shape, whose keys all may be left out; what no kind describes is as its schema has it. */
type GivenIn<Shape extends SettingsShape, Prefix extends string = ''> = {
  readonly [K in keyof Shape & string]?: `${Prefix}${K}` extends keyof typeof specials
    ? Fixed<z.input<(typeof specials)[`${Prefix}${K}`]>>
    : Shape[K] extends SettingsSection<infer Inner>
      ? GivenIn<Inner, `${Prefix}${K}.`>
      : Shape[K] extends Setting<infer _, infer Given>
        ? Given
        : never;
};

/** The same, which nobody changes. */
type Fixed<T> = T extends readonly (infer Item)[]
  ? readonly Fixed<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Fixed<T[K]> }
    : T;
