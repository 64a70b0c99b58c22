import * as z from 'zod';
import { secretName } from '../layers/job-values.ts';
import { count, flag, seconds, section } from './field.ts';
import { headFirstSchema } from './links-schema.ts';

/** The `fetch` section: how one request is made, and what is taken of its answer. */
export const fetchSchema = section('One request.', {
  timeout: seconds(1, 150, 30, {
    description: 'From connecting to the last byte.',
    why: "Combine's UAtimeout. Never more than half of the longest turn.",
  }),
  connectTimeout: seconds(0.1, 150, 10, {
    description: 'Until the connection stands: the name is looked up, TCP and TLS are set up.',
    why: 'A host that does not answer within seconds seldom does later.',
  }),
  headersTimeout: seconds(0.1, 150, 20, {
    description: 'From the request to the head of its answer.',
  }),
  idleTimeout: seconds(0.1, 150, 10, {
    description: 'Without a further byte of the body.',
    why: 'A server that drips is stopped by `timeout`, whatever it sends.',
  }),
  maxBytes: count(1_024, 104_857_600, 5_242_880, {
    description: 'The most that is taken of a decoded body.',
    unit: 'bytes',
    why: 'It is held in memory, once per host that is being crawled.',
  }),
  overMaxBytes: z.enum(['truncate', 'refuse']).default('truncate').meta({
    description:
      'What becomes of a body that is longer: its beginning is taken for the page and marked as truncated, or the page fails as too large.',
    expected: 'truncate or refuse',
  }),
  maxTries: count(1, 20, 5, {
    description: 'After so many failures in a row a URL is given up.',
    unit: 'tries',
    why: "Combine's HarvestRetries.",
  }),
  maxRedirects: count(0, 100, 10, {
    description: 'Redirects in a row that are followed, from host to host too.',
    unit: 'hops',
    why: 'A server can make them up for ever, and they lead no deeper.',
  }),
  headFirst: headFirstSchema,
  http2: flag(false, {
    description: 'Use HTTP/2 with servers that offer it; where it fails, HTTP/1.1 for the next hour.',
    why: 'With one page at a time it only costs more.',
  }),
  cookies: flag(false, {
    description:
      'Send the cookies that a host sets back to it for the rest of the turn; then they are forgotten.',
    why: 'Sessions make endless URLs.',
  }),
  acceptLanguage: z
    .string()
    .max(200)
    .regex(/^[A-Za-z0-9*,;=. -]+$/)
    .optional()
    .meta({
      description: 'The Accept-Language header. Without it none is sent.',
      expected: 'language tags as in an Accept-Language header',
      example: 'en, de;q=0.8',
    }),
  credentials: secretName.optional().meta({
    description:
      'The name of a secret with user names, passwords and headers for some sites ([fetching.md](fetching.md#credentials)). Only the name stands here: the secret is read where the crawl runs.',
    expected: 'lower-case letters, digits and hyphens, at most 40',
    example: 'members',
  }),
});
