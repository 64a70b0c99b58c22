import * as z from 'zod/mini';
import { earlierFetchSettings as earlier } from '../../domain/fetch/fetch-settings.ts';

const whole = z.int().check(z.minimum(0));
const positive = z.int().check(z.minimum(1));

/** `identity` in stored settings. */
export const storedIdentity = z.strictObject({
  product: z.string(),
  contact: z.exactOptional(z.string()),
  from: z._default(z.boolean(), false),
});

/** `fetch` in stored settings. */
export const storedFetch = z.strictObject({
  timeoutMs: positive,
  connectTimeoutMs: z._default(positive, earlier.connectTimeoutMs),
  headersTimeoutMs: z._default(positive, earlier.headersTimeoutMs),
  idleTimeoutMs: z._default(positive, earlier.idleTimeoutMs),
  maxBytes: positive,
  overMaxBytes: z._default(z.enum(['truncate', 'refuse']), earlier.overMaxBytes),
  maxTries: positive,
  maxRedirects: z._default(whole, 10),
  headFirst: z._default(z.array(z.string()), []),
  http2: z._default(z.boolean(), earlier.http2),
  cookies: z._default(z.boolean(), earlier.cookies),
  acceptLanguage: z.exactOptional(z.string()),
  credentials: z.exactOptional(z.string()),
});

/** `network` in stored settings. */
export const storedNetwork = z.strictObject({
  allow: z.array(z.string()),
  ports: z._default(z.array(z.string()), ['1-65535']),
  proxy: z.exactOptional(z.string()),
  insecureTls: z._default(z.array(z.string()), []),
});
