import * as z from 'zod';
import { readPorts } from '../../domain/fetch/network-ports.ts';
import type { GivenOf } from '../../domain/settings/section.ts';
import { jobSections } from '../../domain/settings/settings.ts';
import { fieldName, selector } from '../layers/job-values.ts';
import { overridesSchema } from './overrides-schema.ts';
import { analysersSchema } from './plugin-schema.ts';
import { programsSchema } from './programs-schema.ts';
import { scopeSpecials } from './scope-schema.ts';
import { fileSchemas } from './section-schema.ts';
import { stagesSchema } from './strategy-schema.ts';
import { topicSchema } from './topic-schema.ts';

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

/** The sections and keys of a job.yaml, all but those that lay other values over them. */
export const jobShape = fileSchemas(jobSections, {
  ...scopeSpecials,
  topic: topicSchema,
  analysers: analysersSchema,
  'strategy.stages': stagesSchema,
  extract: z.record(fieldName, extractRule),
  'convert.programs': programsSchema,
  'network.ports': z.array(port).min(1).max(100),
  'url.aliases': z.array(z.string().max(10_000)).max(10_000),
});

/** A job.yaml that is valid, defaults filled in. */
export interface JobFile extends Omit<GivenOf<typeof jobSections>, 'topic' | 'analysers'> {
  readonly topic: z.output<typeof topicSchema>;
  readonly analysers: z.output<typeof analysersSchema>;
}

/** What may stand in a job.yaml. The documentation, the template and the error messages are made from it. */
export const jobSchema = z.strictObject({
  ...jobShape,
  overrides: overridesSchema(jobShape),
}) as unknown as z.ZodType<JobFile>;
