import * as z from 'zod';
import { defaultDeadline } from '../../base/setting-kinds/plugin-settings.ts';

/** What names a plug-in, in a list of analysers or of filters. */
export const pluginKeys = {
  plugin: z.string().min(1).meta({
    description:
      'A plug-in: an ES module (`.js`, `.mjs` or `.ts`), relative to this file. It runs with the crawler’s rights: [plugins.md](plugins.md).',
    expected: 'a path',
    example: 'plugins/long-pages.ts',
  }),
  options: z.record(z.string(), z.unknown()).meta({
    description: 'What the plug-in is told with every call.',
    expected: 'a mapping',
    example: { minWords: 100 },
  }),
  deadline: z
    .number()
    .min(0.01)
    .max(60)
    .meta({
      description: `The longest that one call of the plug-in may take. By default ${defaultDeadline}.`,
      unit: 'seconds',
      example: defaultDeadline,
    }),
};

export const pluginId = z
  .string()
  .regex(/^[\p{L}\p{N}._-]{1,40}$/u)
  .optional();

const analyser = z
  .strictObject({
    id: pluginId.meta({
      description: 'What statistics call it. By default the name of its file.',
      expected: 'letters, digits, full stops, hyphens and underscores, at most 40',
      example: 'reading-time',
    }),
    plugin: pluginKeys.plugin,
    options: pluginKeys.options.optional(),
    deadline: pluginKeys.deadline.optional(),
  })
  .meta({ description: 'A plug-in that adds fields to pages: it exports `analyse`.' });

/** The `analysers` of a job. */
export const analysersSchema = z.array(analyser).max(100).default([]).meta({
  description:
    'Plug-ins that add fields to the records of pages, asked in this order: [plugins.md](plugins.md).',
  expected: 'a list of plug-ins, each a mapping of `plugin`, `id`, `options` and `deadline`',
});

export type AnalyserFile = z.output<typeof analyser>;
