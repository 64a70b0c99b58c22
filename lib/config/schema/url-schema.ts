import * as z from 'zod';
import { defaultSessionIds, defaultTracking } from '../../domain/url/url-settings.ts';
import { flag, section } from './field.ts';

const name = '[^\\s/?#&;=()]+';
const parameterPattern = z
  .string()
  .max(200)
  .regex(new RegExp(`^${name}(?:/i)?$`))
  .meta({ expected: 'a name such as utm_* or gclid/i' });
const sessionPattern = z
  .string()
  .max(200)
  .regex(new RegExp(`^(?:${name}|\\([^\\s/?#]+\\))(?:/i)?$`))
  .meta({ expected: 'a name such as PHPSESSID, sid/i, ASPSESSIONID* or (S(*))' });

/** The `url` section: which spellings of a URL are one page, step by step in the order in which they are taken. */
export const urlSchema = section(
  'Which spellings of a URL are one page: the steps from a link to its canonical URL, in this order, each with examples in [urls.md](urls.md). Once the job has crawled, they are changed by `winnow respell`.',
  {
    repairHost: flag(false, {
      description: 'Take spaces (and `%20`) out of a host that is none because of them.',
      why: 'Combine does; browsers refuse such a link.',
    }),
    encodeBackslash: flag(false, {
      description: 'Write `\\` in a path as `%5C`. If not it is a slash, as in browsers.',
      why: 'Combine does.',
    }),
    dropTrailingDot: flag(true, { description: 'Drop the dot at the end of a host.' }),
    dropUserinfo: flag(true, {
      description: "Drop user and password. If not, they are part of the page's name, but never sent.",
    }),
    dropFragment: flag(true, {
      description: "Drop `#` and all behind it. If not, it is part of the page's name, but never sent.",
    }),
    normalisePercent: flag(true, {
      description:
        'Upper-case digits in percent-encoding, and letters, digits, `-`, `.`, `_` and `~` decoded.',
    }),
    removeSessionIds: flag(true, {
      description: 'Remove the parameters of query and path, and the path segments, that `sessionIds` names.',
    }),
    sessionIds: z
      .array(sessionPattern)
      .max(1_000)
      .default([...defaultSessionIds])
      .meta({
        description:
          'Names of parameters; in round brackets, path segments. `*` stands for any characters, `/i` behind a name for any case.',
        expected: 'a list of names such as PHPSESSID, sid/i, ASPSESSIONID* or (S(*))',
        why: "Combine's seven, and ASP.NET's.",
      }),
    collapseSlashes: flag(false, {
      description: 'Several `/` in a row in a path become one.',
      why: 'Combine does; some servers keep other pages there.',
    }),
    removeTracking: flag(false, {
      description: 'Remove the parameters of the query that `tracking` names.',
    }),
    tracking: z
      .array(parameterPattern)
      .max(1_000)
      .default([...defaultTracking])
      .meta({
        description: 'Names of parameters, as in `sessionIds`.',
        expected: 'a list of names such as utm_* or gclid',
      }),
    dropEmptyParameters: flag(false, {
      description: 'Drop what stands empty between `&`, and a bare `?`.',
    }),
    collapseRepeated: flag(true, {
      description: 'Of parameters of the query that are written alike keep the first.',
    }),
    sortQuery: flag(false, {
      description: 'Sort the parameters of the query by name; those of one name keep their order.',
      why: 'Some servers tell their order.',
    }),
    aliases: z
      .array(z.string().max(10_000))
      .max(10_000)
      .default([])
      .meta({
        description: 'Server aliases: the preferred host, then other names of it.',
        expected: 'a list of lines, each with a preferred host and its aliases',
        example: ['www.example.org example.org example.com'],
      }),
    aliasFile: z.string().min(1).optional().meta({
      description:
        'A file of such lines, relative to this one; empty lines and those that begin with `#` do not count.',
      expected: 'a path',
      why: "Combine's config_serveralias can be taken as it is.",
      example: 'aliases.txt',
    }),
  },
);
