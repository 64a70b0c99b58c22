import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import { WinnowError } from '../../base/error.ts';

/** What an event has to be called that asks for a command (`docs/operate.md`). */
export const commandDetailType = 'Winnow Command';

/** The source of the events that a stack listens to: several stacks may share an event bus. */
export function commandSource(stack: string): string {
  return `winnow.${stack}`;
}

/**
 * EventBridge Scheduler puts the time into its place for which a schedule was set off, the same however often it delivers it
 * (Scheduler user guide, 'Adding context attributes').
 */
export const scheduledTime = '<aws.scheduler.scheduled-time>';

const text = z.string().check(z.maxLength(2_000));
/** What the fields of a form were set to, by their names. */
const fields = z.record(z.string().check(z.maxLength(100)), z.union([text, z.boolean()]));
const requestId = z.string().check(z.regex(/^[\w.:-]{1,80}$/));

/** Of what CloudWatch adds only the form's fields are looked at. */
const context = z.exactOptional(
  z.looseObject({ forms: z.exactOptional(z.looseObject({ all: z.exactOptional(fields) })) }),
);

const widgetEvent = z.discriminatedUnion('widget', [
  /** The jobs, with their buttons. */
  z.strictObject({ widget: z.literal('jobs'), widgetContext: context }),
  /** The form for a reharvest. */
  z.strictObject({ widget: z.literal('reharvest'), widgetContext: context }),
  /** The button of the form: asks what it stands for. */
  z.strictObject({ widget: z.literal('submit'), requestId, widgetContext: context }),
  /** The button below what it stands for: does it, whatever the form says by now. */
  z.strictObject({ widget: z.literal('confirm'), asked: fields, requestId, widgetContext: context }),
  /** Any other button. */
  z.strictObject({ widget: z.literal('do'), command: z.unknown(), widgetContext: context }),
]);

const envelope = z.looseObject({
  id: requestId,
  source: text,
  'detail-type': z.literal(commandDetailType),
  detail: z.unknown(),
});

/** What the ops function is asked, and how the asker wants to be answered. */
export type OpsEvent =
  | { readonly kind: 'command' | 'event'; readonly command: unknown; readonly origin?: Origin }
  | ({ readonly kind: 'button'; readonly command: unknown; readonly origin: Origin } & Filled)
  | ({ readonly kind: 'submit' | 'confirm' } & SubmittedForm & Filled)
  | ({ readonly kind: 'jobs' | 'reharvest' } & Filled)
  | { readonly kind: 'describe' };

/** Where a command came from, for what it does not say itself. */
export interface Origin {
  readonly by: string;
  readonly requestId?: string;
}

/** What the fields of a dashboard's forms are set to, by their names. */
export interface Filled {
  readonly filled: Readonly<Record<string, string | boolean>>;
}

/** The form for a reharvest, as it is submitted. */
export interface SubmittedForm {
  readonly asked: Readonly<Record<string, string | boolean>>;
  /** The name that was drawn with the form. */
  readonly requestId: string;
}

/**
 * Reads what the ops function was called with: a command as it is (the CLI, a schedule, a test event), one in an event of
 * EventBridge, or a widget of a dashboard. A command of an event is named by the event's id, and one of a schedule by the time that
 * it was set for, so that what is delivered twice is done once.
 * @throws WinnowError `usage`, naming what is wrong
 */
export function readOpsEvent(event: unknown): OpsEvent {
  if (!isObject(event)) return { kind: 'command', command: event };
  if (event.describe === true) return { kind: 'describe' };
  if ('detail-type' in event) {
    const { id, detail } = checked(envelope, event);
    return { kind: 'event', command: detail, origin: { by: 'event', requestId: id } };
  }
  if (!('widget' in event)) return { kind: 'command', command: unnamed(event) };
  const asked = checked(widgetEvent, event);
  const filled = asked.widgetContext?.forms?.all ?? {};
  switch (asked.widget) {
    case 'do':
      return { kind: 'button', command: asked.command, origin: { by: 'dashboard' }, filled };
    case 'submit':
      return { kind: 'submit', asked: filled, requestId: asked.requestId, filled };
    case 'confirm':
      return { kind: 'confirm', asked: asked.asked, requestId: asked.requestId, filled };
    default:
      return { kind: asked.widget, filled };
  }
}

/**
 * What a form stands for. Its request is named by what it says, too: the same form that is submitted twice is done once, and
 * another one is another request.
 * @throws WinnowError `usage`, naming what is filled in wrongly
 */
export function formCommand(form: SubmittedForm, dryRun: boolean): FormCommand {
  const asked = reharvestOf(form.asked);
  if (asked.job === undefined) throw new WinnowError('usage', 'job: choose one');
  const says = hash('sha256', JSON.stringify(asked)).slice(0, 16);
  return { ...asked, dryRun, by: 'dashboard', requestId: `${form.requestId.slice(0, 60)}-${says}` };
}

/** A form as fields of a reharvest, which nobody has checked yet. */
export interface FormCommand {
  readonly command: 'reharvest';
  readonly job?: unknown;
  readonly scope: Readonly<Record<string, unknown>>;
  readonly maxPages?: number;
  readonly dryRun?: boolean;
  readonly by?: string;
  readonly requestId?: string;
}

/** Whether no condition leaves out any page that has been visited. */
export function isEveryPage({ scope }: FormCommand): boolean {
  return Object.entries(scope).every(([key, value]) => key === 'olderThanDays' && value === 0);
}

/** The input of a schedule that somebody sends by hand: nothing has put a time into it. */
function unnamed(event: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { requestId: name, ...rest } = event;
  return typeof name === 'string' && name.includes(scheduledTime) ? rest : event;
}

const numbers = ['olderThanDays'];
const scopes = ['host', 'prefix', 'class', 'record', 'status', 'olderThanDays'];

/** The form as the command that it stands for; fields that are left empty are none. */
function reharvestOf(form: Readonly<Record<string, string | boolean>>): FormCommand {
  const filled = Object.entries(form).flatMap(([key, value]) =>
    typeof value === 'string' && value.trim() !== '' ? [[key, value.trim()] as const] : [],
  );
  const scope = filled
    .filter(([key]) => scopes.includes(key))
    .map(([key, value]) => [key, numbers.includes(key) ? Number(value) : value]);
  const given = new Map(filled);
  const maxPages = given.get('maxPages');
  return {
    command: 'reharvest',
    job: given.get('job'),
    scope: Object.fromEntries(scope),
    ...(maxPages === undefined ? {} : { maxPages: Number(maxPages) }),
    ...(given.get('unconditional') === 'yes' ? { unconditional: true } : {}),
    ...(given.has('reason') ? { reason: given.get('reason') } : {}),
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function checked<S extends z.core.$ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  const paths = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'event'}: ${message}`);
  throw new WinnowError('usage', paths.join('; ').slice(0, 1_000));
}
