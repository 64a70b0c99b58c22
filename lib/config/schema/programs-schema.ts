import * as z from 'zod';
import { documentPlace, mediaTypePattern } from '../../documents/convert/convert-settings.ts';

/** `convert.programs`: what may stand in a job.yaml. */
export const programsSchema = z
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
