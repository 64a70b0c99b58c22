import * as z from 'zod/mini';

const text = z.string().check(z.maxLength(200));

/** Of what AWS adds to an event, that which says where the event comes from. */
const origin = z.looseObject({
  account: z.optional(text),
  widgetContext: z.optional(z.looseObject({ dashboardName: z.optional(text), accountId: z.optional(text) })),
});

/**
 * Who called the ops function, as far as the event says it. AWS names no person in it: the id of the invocation leads to the
 * credentials, as the `requestID` of CloudTrail.
 */
export function callerIn(event: unknown, invocation: string): string {
  const read = origin.safeParse(event);
  const { account, widgetContext } = read.success ? read.data : {};
  const { dashboardName, accountId = account } = widgetContext ?? {};
  return [
    ...(dashboardName === undefined ? [] : [`dashboard ${dashboardName}`]),
    ...(accountId === undefined ? [] : [`account ${accountId}`]),
    `invocation ${invocation}`,
  ].join(', ');
}
