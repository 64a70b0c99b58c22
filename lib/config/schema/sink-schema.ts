import * as z from 'zod';
import type { SettingsShape } from '../../base/setting-kinds/section.ts';
import { sinkTypeNames, sinkTypes } from '../../capabilities/sink-types.ts';
import { changeKinds } from '../../domain/sinks/sink-settings.ts';
import { fileSchemas } from './section-schema.ts';

const names = (what: string) =>
  z.array(z.string().min(1).max(500)).min(1).max(1_000).meta({ expected: what });

const where = z
  .strictObject({
    class: names('a list of classes').meta({
      description: 'Pages of these topic classes, or of classes below them.',
    }),
    minScore: z.number().meta({ description: 'Pages with at least this topic score.' }),
    host: names('a list of hosts').meta({
      description: 'Pages of these hosts, or of hosts of these domains.',
    }),
    path: names('a list of paths').meta({ description: 'Pages whose paths begin so.' }),
    language: names('a list of language codes').meta({ description: 'Pages in these languages.' }),
    kind: names('a list of kinds of pages').meta({ description: 'Pages of these kinds.' }),
    onTopic: z.boolean().meta({ description: 'Only pages that are relevant.' }),
    changes: z
      .array(z.enum(changeKinds))
      .min(1)
      .max(changeKinds.length)
      .meta({ description: 'Only these kinds of changes.', expected: `a list of ${changeKinds.join(', ')}` }),
  })
  .partial()
  .default({})
  .meta({
    description: 'Which changes it is handed. A record that no longer fits is deleted there.',
    expected: 'a mapping',
    example: { class: ['apples'], changes: ['created', 'deleted'] },
  });

const expectedType = `one of ${sinkTypeNames.join(', ')}`;

function entryOf(type: string, keys: SettingsShape) {
  return z.strictObject({
    name: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,29}$/)
      .meta({
        description: 'What `winnow sinks` calls it.',
        expected: 'lower-case letters, digits and hyphens, at most 30',
        example: 'search',
      }),
    to: z.literal(type).meta({
      description: `Its type: ${Object.entries(sinkTypes)
        .map(([name, { says }]) => `\`${name}\`, ${says}`)
        .join('; ')}.`,
      expected: expectedType,
      example: 'sqlite',
    }),
    where,
    ...fileSchemas(keys, {}),
  });
}

type Entry = ReturnType<typeof entryOf>;

/** The `sinks` of a job. */
export const sinksSchema = z
  .array(
    z.discriminatedUnion(
      'to',
      Object.entries(sinkTypes).map(([name, { keys }]) => entryOf(name, keys)) as [Entry, ...Entry[]],
    ),
  )
  .max(20)
  .default([])
  .meta({
    description:
      'Targets that the changes of the collection are handed to as the crawl goes: [sinks.md](sinks.md).',
    expected: 'a list of sinks, each a mapping of `name`, `to`, `where` and the settings of its type',
  });

export type SinkFile = z.output<typeof sinksSchema>[number];
