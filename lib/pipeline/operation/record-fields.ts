import * as z from 'zod/mini';
import { pageKinds } from '../../base/page/page-kind.ts';
import { timeIn } from '../../base/time-in.ts';
import { className, field, flag, hostText, optional, text } from './input.ts';

/** The fields by which operations choose records (`RecordFilter`). @param verb what is done with the records */
export function recordFields(verb: string) {
  const several = '(may be repeated)';
  return {
    class: field(optional(z.array(className(), 'must be a list of classes')), {
      says: `${verb} only records of <class> or a class below it ${several}`,
    }),
    minScore: field(optional(z.number('must be a number')), {
      says: `${verb} only records whose score by the topic is <score> or more`,
      shown: 'score',
    }),
    onTopic: flag(`${verb} only records that the topic finds relevant`),
    host: field(optional(z.array(hostText(), 'must be a list of hosts')), {
      says: `${verb} only pages of <host>, or of the hosts of the domain <host> ${several}`,
    }),
    path: field(optional(z.array(pathText(), 'must be a list of paths')), {
      says: `${verb} only pages whose paths begin with <path> ${several}`,
    }),
    language: field(optional(z.array(text('must be a language', 20), 'must be a list of languages')), {
      says: `${verb} only pages in <language>: en, de … ${several}`,
    }),
    kind: field(
      optional(
        z.array(z.enum(pageKinds, `must be one of ${pageKinds.join(', ')}`), 'must be a list of kinds'),
      ),
      {
        says: `${verb} only pages of <kind>: ${pageKinds.join(', ')} ${several}`,
      },
    ),
    since: field(optional(whenText()), {
      says: `${verb} only pages that have had their content since <when> or later: a time, a day, an age (7d)`,
      shown: 'when',
    }),
    before: field(optional(whenText()), {
      says: `${verb} only pages that have had their content since before <when>`,
      shown: 'when',
    }),
  };
}

const wrongPath = 'must be a path: /…';
const pathText = () => z.string(wrongPath).check(z.regex(/^\//, wrongPath), z.maxLength(2_000, wrongPath));

const wrongTime = 'must be a time (2026-11-22T08:00Z), a day or an age (90m, 7d)';
const whenText = () =>
  text(wrongTime, 100).check(z.refine((typed) => timeIn(typed, 0) !== undefined, wrongTime));
