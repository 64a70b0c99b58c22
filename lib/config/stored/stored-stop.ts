import * as z from 'zod/mini';

const positive = z.int().check(z.minimum(1));

/** `stop` in stored settings. */
export const storedStop = z.strictObject({
  pages: z.exactOptional(positive),
  bytes: z.exactOptional(positive),
  timeMs: z.exactOptional(positive),
  dollars: z.exactOptional(z.number()),
  harvest: z.exactOptional(z.strictObject({ below: z.number(), over: positive })),
});
