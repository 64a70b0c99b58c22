import type { PluginHost } from '../../../lib/adapters/plugins/plugin-host.ts';
import { readerWithPlugins } from '../../../lib/adapters/plugins/plugin-reader.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import type { RuleRequest } from '../../../lib/ports/web.ts';

/** What the held clock lets pass at once while a rule works on its own thread: as good as no time, and sums of it are exact. */
const momentMs = 2 ** -12;

/** Ports whose reader asks rules of strategies behind a host of plug-ins. The held clock waits for them. */
export function withRules(host: PluginHost, onAsked?: (request: RuleRequest) => void) {
  return (ports: Ports): Ports => {
    const reader = readerWithPlugins(ports.reader, host);
    return {
      ...ports,
      reader: {
        ...reader,
        async askRule(request) {
          onAsked?.(request);
          let isOver = false;
          const answer = reader.askRule(request).finally(() => {
            isOver = true;
          });
          while (!isOver) await ports.clock.sleep(momentMs);
          // Stores keep whole milliseconds.
          await ports.clock.sleep(Math.ceil(ports.clock.now()) - ports.clock.now());
          return await answer;
        },
      },
    };
  };
}
