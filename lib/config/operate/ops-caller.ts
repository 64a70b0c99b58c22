import * as z from 'zod/mini';

const text = z.string().check(z.maxLength(200));

/** Of what AWS adds to an event, that which says where the event comes from. */
const origin = z.looseObject({
  account: z.optional(text),
  requestContext: z.optional(
    z.looseObject({
      authorizer: z.optional(z.looseObject({ iam: z.optional(z.looseObject({ userArn: z.string() })) })),
    }),
  ),
  widgetContext: z.optional(z.looseObject({ dashboardName: z.optional(text), accountId: z.optional(text) })),
});

/**
 * Who called the ops function, as far as the event says it: one of a function URL has the ARN of the credentials. Others name no person: the id of
 * the invocation leads to the credentials, as the `requestID` of CloudTrail.
 */
export function callerIn(event: unknown, invocation: string): string {
  const read = origin.safeParse(event);
  const { account, widgetContext, requestContext } = read.success ? read.data : {};
  const arn = requestContext?.authorizer?.iam?.userArn.slice(0, 300);
  const { dashboardName, accountId = account } = widgetContext ?? {};
  return [
    ...(arn === undefined ? [] : [arn]),
    ...(dashboardName === undefined ? [] : [`dashboard ${dashboardName}`]),
    ...(accountId === undefined ? [] : [`account ${accountId}`]),
    `invocation ${invocation}`,
  ].join(', ');
}
