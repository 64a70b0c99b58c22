import { WinnowError } from '../../base/error.ts';
import type { TargetWeb } from '../../ports/target-web.ts';

/** Asks targets over HTTP; nothing is loaded before the first question. */
export function openTargetWeb(): TargetWeb {
  return {
    ask: () => Promise.reject(new WinnowError('config', 'this Winnow has no sinks over HTTP')),
    close: async () => undefined,
  };
}
