import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import { listed } from '../../operations/repository.ts';
import { optional, whole } from '../../pipeline/operation/input.ts';
import { OaiProblem, type VerbName } from './arguments.ts';

const fields = z.strictObject({
  v: z.literal(1),
  verb: z.string(),
  /** Items that came before. */
  count: whole(0, Number.MAX_SAFE_INTEGER),
  prefix: optional(z.string()),
  // Without a place in a list of sets.
  ...listed,
});

/** Where a list goes on, and what it is of: all is in the token, and nothing on the server. */
export type Resumption = Omit<z.output<typeof fields>, 'v' | 'verb'>;

export function writeToken(job: string, verb: VerbName, resumption: Resumption): string {
  const text = Buffer.from(JSON.stringify({ v: 1, verb, ...resumption })).toString('base64url');
  return `${text}.${sumOf(job, text)}`;
}

/** @throws OaiProblem for what no answer of this verb and job gave: it is no secret, but it may be damaged */
export function readToken(job: string, verb: VerbName, token: string): Resumption {
  const [text = '', sum] = token.split('.');
  try {
    if (sum !== sumOf(job, text)) throw new Error('its sum is another one');
    const {
      v: _,
      verb: of,
      ...resumption
    } = z.parse(fields, JSON.parse(Buffer.from(text, 'base64url').toString()));
    if (of === verb) return resumption;
  } catch {
    // All the same to who sent it.
  }
  throw new OaiProblem(
    'badResumptionToken',
    `it is not as an answer to ${verb} gave it: begin the list anew`,
  );
}

function sumOf(job: string, text: string): string {
  return hash('sha256', `oai-pmh ${job} ${text}`, 'base64url').slice(0, 12);
}
