import * as z from 'zod/mini';
import { WinnowError } from '../../base/error.ts';
import { environment } from './names.ts';

const schema = z.object({ jobs: z.array(z.string()), everyHours: z.number() });

/** Which jobs a stack copies into tables, and how often. */
export type CopiedJobs = z.output<typeof schema>;

/** Reads what the stack wrote into the environment of its function. @throws WinnowError `config` */
export function readCopiedJobs(text: string): CopiedJobs {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new WinnowError('config', `the environment variable ${environment.sql} is wrong: ${text}`, {
      cause,
    });
  }
}
