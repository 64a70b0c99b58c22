import type { Item } from '../base/attributes.ts';
import { currentCause } from '../base/cause.ts';
import { BilledUnits } from './billed-units.ts';

/** Billed use of AWS by service, operation and cause. */
export interface MeterLine {
  readonly service: 'dynamodb' | 's3' | 'sqs' | string;
  /** The API's name of the operation, for example `PutItem`. */
  readonly operation: string;
  readonly cause: string;
  /** Billed requests: an SQS request of more than 64 KB counts once per 64 KB. Retries of the SDK do not count. */
  readonly requests: number;
  /** DynamoDB request units. */
  readonly writeUnits: number;
  readonly readUnits: number;
  /** Bytes of the objects and messages that were sent. */
  readonly bytes: number;
}

/** The part of an SDK client through which its requests are seen. */
interface SdkClient {
  readonly middlewareStack: {
    // biome-ignore lint/suspicious/noExplicitAny: each client types its middleware by its own commands
    add(middleware: any, options: { step: 'initialize'; name: string; priority: 'high' }): void;
  };
}

interface Context {
  readonly clientName?: string;
  readonly commandName?: string;
}

interface SdkError {
  readonly name?: string;
  readonly Item?: Item;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

type Writable = { -readonly [K in keyof MeterLine]: MeterLine[K] };

const sqsChunk = 65_536;

/** Counts what AWS bills for the clients that it watches. One per process; costs a few microseconds a request. */
export class Meter {
  readonly #lines = new Map<string, Writable>();
  readonly #units: BilledUnits;

  /** @param units knows the sizes of items; shared by the meters of one process */
  constructor(units = new BilledUnits()) {
    this.#units = units;
  }

  /** Counts every request of `client` from now on. */
  watch(client: SdkClient): void {
    const middleware =
      (next: (args: unknown) => Promise<{ output: unknown }>, context: Context) =>
      async (args: { readonly input: unknown }) => {
        const cause = currentCause();
        try {
          const result = await next(args);
          this.#count(context, cause, args.input, result.output, false);
          return result;
        } catch (error) {
          const failure = error as SdkError;
          if (isBilled(failure)) this.#count(context, cause, args.input, {}, failure.Item ?? true);
          throw error;
        }
      };
    client.middlewareStack.add(middleware, { step: 'initialize', name: 'winnowMeter', priority: 'high' });
  }

  /** The totals so far, by service, operation and cause. */
  snapshot(): readonly MeterLine[] {
    const name = (line: MeterLine) => `${line.service} ${line.operation} ${line.cause}`;
    return [...this.#lines.values()]
      .map((line) => ({ ...line }))
      .sort((a, b) => (name(a) < name(b) ? -1 : 1));
  }

  /** Clears the totals; the known sizes of items stay. */
  reset(): void {
    this.#lines.clear();
  }

  #count(context: Context, cause: string, input: unknown, output: unknown, refused: Item | boolean): void {
    const service = (context.clientName ?? 'unknown').replace(/Client$/, '').toLowerCase();
    const operation = (context.commandName ?? 'unknown').replace(/Command$/, '');
    const key = `${service} ${operation} ${cause}`;
    let line = this.#lines.get(key);
    if (line === undefined) {
      line = { service, operation, cause, requests: 0, writeUnits: 0, readUnits: 0, bytes: 0 };
      this.#lines.set(key, line);
    }
    const bytes = sentBytes(input);
    line.requests += service === 'sqs' ? Math.max(1, Math.ceil(bytes / sqsChunk)) : 1;
    line.bytes += bytes;
    if (service !== 'dynamodb') return;
    const { write, read } = this.#units.of(operation, input, output, refused);
    line.writeUnits += write;
    line.readUnits += read;
  }
}

/** AWS bills failed conditions and reads of missing objects; it bills neither throttling nor its own faults. */
function isBilled({ name = '', $metadata }: SdkError): boolean {
  const status = $metadata?.httpStatusCode ?? 0;
  return status >= 400 && status < 500 && !/thrott|SlowDown|LimitExceeded|ThroughputExceeded/i.test(name);
}

function sentBytes(input: unknown): number {
  const { Body, Entries } = input as {
    readonly Body?: unknown;
    readonly Entries?: readonly { readonly MessageBody?: string }[];
  };
  if (Body instanceof Uint8Array) return Body.length;
  return (Entries ?? []).reduce((sum, { MessageBody = '' }) => sum + Buffer.byteLength(MessageBody), 0);
}
