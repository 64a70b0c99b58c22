interface Sent {
  readonly method?: string;
  readonly query?: string;
  readonly accept?: string;
  readonly body?: unknown;
  /** Of the credentials; null or undefined: AWS checked none. */
  readonly arn?: string | null | undefined;
}

const ann = 'arn:aws:sts::123456789012:assumed-role/people/ann';

/** A request as the URL of a function hands it over (payload 2.0). */
export function urlEvent(rawPath: string, sent: Sent = {}) {
  const { method = 'GET', query: rawQueryString = '', accept = 'application/json', body } = sent;
  const arn = 'arn' in sent ? sent.arn : ann;
  return {
    ...{ version: '2.0', routeKey: '$default', rawPath, rawQueryString },
    headers: { accept, 'content-type': 'application/json', host: 'abc.lambda-url.eu-west-1.on.aws' },
    requestContext: {
      http: { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1' },
      authorizer: arn == null ? arn : { iam: { userArn: arn, accountId: '123456789012' } },
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    isBase64Encoded: false,
  };
}
