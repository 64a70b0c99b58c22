import type { AroundStep } from '../../pipeline/turn/capability-lists.ts';

type Spans = typeof import('./open-telemetry.ts');

/** Where `@opentelemetry/api` keeps what a program has registered. */
const registered = Symbol.for('opentelemetry.js.api.1');
const isRegistered = (): boolean => Object.hasOwn(globalThis, registered);
let loading: Promise<Spans | undefined> | undefined;

/** What speaks to the SDK of OpenTelemetry that this program has; undefined where it has none: nothing is loaded then. */
export async function openTelemetry(): Promise<Spans | undefined> {
  if (!isRegistered()) return undefined;
  const [extension] = /\.\w+$/.exec(import.meta.url) ?? ['.ts'];
  // A module beside this one in a bundle, too. What watches a crawl does not end it.
  loading ??= import(new URL(`./open-telemetry${extension}`, import.meta.url).href).catch(() => undefined);
  return await loading;
}

/** Has each step be a span. */
export const around: AroundStep = async (step, of, work) =>
  isRegistered() ? ((await openTelemetry())?.spanAround(step, of, work) ?? work()) : work();
