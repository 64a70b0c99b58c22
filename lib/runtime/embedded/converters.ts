import type { ThreadConverter } from '../../adapters/converting/thread-converter.ts';
import type { DeliveredOrder } from '../../adapters/embedded/tables/sqlite-convert-queue.ts';
import { type Converting, runConversion } from '../../pipeline/convert/run-conversion.ts';

/** The queue of one machine as its converters use it, in place of SQS and its event source mapping. */
export interface LocalOrders {
  receive(): DeliveredOrder | undefined;
  done(delivered: DeliveredOrder): void;
  retry(delivered: DeliveredOrder, blameless: boolean): void;
  onSent(listener: () => void): void;
}

/** Converters that work beside the turns. */
export interface Converters {
  /** Takes up nothing more; conversions that are running come again when converters work the next time. */
  stop(): Promise<void>;
}

export interface ConvertersOptions {
  /** Documents that are converted at once. */
  readonly atOnce: number;
  readonly open: () => ThreadConverter;
  /** Called for failures of stores; the order comes again. */
  readonly onError?: (error: unknown) => void;
}

/** After a failure of a store nothing is taken up for this time. */
const restMs = 1_000;

/** Converts documents as they are ordered. Each order stands alone: what becomes of one holds up no other. */
export function startConverters(
  stores: Omit<Converting, 'converter'>,
  queue: LocalOrders,
  { atOnce, open, onError }: ConvertersOptions,
): Converters {
  const converter = open();
  const ports = { ...stores, converter };
  const running = new Set<Promise<void>>();
  let isStopped = false;
  let rest: NodeJS.Timeout | undefined;

  async function run(delivered: DeliveredOrder): Promise<void> {
    try {
      await runConversion(ports, delivered.order, delivered.receives);
      queue.done(delivered);
    } catch (error) {
      // A store or the converter as a whole failed: the document is not to blame.
      if (!isStopped) onError?.(error);
      try {
        queue.retry(delivered, true);
      } catch {
        // The database does not write any more: the crawl ends by that, and the order is still there.
      }
      rest ??= setTimeout(takeUp, restMs);
      rest.unref();
    }
  }
  function takeUp(): void {
    clearTimeout(rest);
    rest = undefined;
    while (!isStopped && rest === undefined && running.size < atOnce) {
      const delivered = queue.receive();
      if (delivered === undefined) return;
      const one = run(delivered).finally(() => {
        running.delete(one);
        if (rest === undefined) takeUp();
      });
      running.add(one);
    }
  }
  // Orders are sent within a turn's last writes: these come first.
  queue.onSent(() => setImmediate(takeUp));
  takeUp();
  return {
    async stop() {
      isStopped = true;
      queue.onSent(() => {});
      clearTimeout(rest);
      await converter.close();
      await Promise.all(running);
    },
  };
}

/** Converters that several crawls of a process share: they work while one of them runs. */
export function sharedConverters(start: () => Converters): () => Converters {
  let users = 0;
  let working: Converters | undefined;
  return () => {
    users += 1;
    working ??= start();
    let isUser = true;
    return {
      async stop() {
        if (!isUser) return;
        isUser = false;
        users -= 1;
        if (users > 0) return;
        const last = working;
        working = undefined;
        await last?.stop();
      },
    };
  };
}
