import { machine, type TimeSource } from '../../system/clock.ts';

interface Answered {
  readonly response?: { readonly headers?: Readonly<Record<string, string | undefined>> };
}

interface Client {
  readonly middlewareStack: {
    // biome-ignore lint/suspicious/noExplicitAny: each client types its middleware by its own commands
    add(middleware: any, options: { step: 'deserialize'; name: string; priority: 'low' }): void;
  };
}

/** The `Date` of an answer has no more than seconds, and the answer was on its way: a clock that differs less is taken for right. */
const rightWithinMs = 5_000;

/**
 * The time of the service that a client asks, by the `Date` of its latest answer: the clock of the machine is right unless that
 * differs. Until the first answer it is the machine's time.
 */
export function serverTime({ middlewareStack }: Client): TimeSource {
  let skewMs = 0;
  middlewareStack.add(
    (next: (args: unknown) => Promise<Answered>) => async (args: unknown) => {
      const sentAt = machine.wall();
      const result = await next(args);
      const date = Date.parse(result.response?.headers?.date ?? '');
      const differsMs = date + 500 - (sentAt + machine.wall()) / 2;
      if (Number.isFinite(differsMs)) skewMs = Math.abs(differsMs) < rightWithinMs ? 0 : differsMs;
      return result;
    },
    { step: 'deserialize', name: 'winnowServerTime', priority: 'low' },
  );
  return { wall: () => machine.wall() + skewMs, steady: machine.steady };
}
