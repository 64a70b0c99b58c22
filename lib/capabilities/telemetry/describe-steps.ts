import type { Attributes } from '@opentelemetry/api';
import type { Steps } from '../../pipeline/turn/capability-lists.ts';
import type { Ticket } from '../../ports/tickets.ts';

/** What a span says when its step begins, and when it ends: with `error.type` the step has failed. */
interface Described<K extends keyof Steps> {
  begins(of: Steps[K]['of']): { readonly name: string; readonly attributes: Attributes };
  ends(came: Steps[K]['came']): Attributes;
}

/** Spans of HTTP by the semantic conventions (1.37), which have no names for the others. */
export const described: { readonly [K in keyof Steps]: Described<K> } = {
  turn: {
    begins: (ticket) => ({ name: 'turn', attributes: turnOf(ticket) }),
    ends: ({ result, requests, visits }) => ({
      'winnow.result': result,
      'winnow.requests': requests,
      'winnow.visits': visits.length,
    }),
  },
  visit: {
    begins: ({ url }) => ({ name: 'visit', attributes: { 'url.full': shown(url) } }),
    ends(came) {
      if (came.kind === 'put-off') return { 'winnow.outcome': came.kind };
      const { outcome, bytes } = came;
      const why = outcome.kind === 'failed' && { 'error.type': outcome.reason };
      return { 'winnow.outcome': outcome.kind, 'winnow.bytes': bytes, ...why };
    },
  },
  request: {
    begins({ url, method = 'GET', userAgent }) {
      const { hostname, port, protocol } = new URL(url);
      return {
        name: method,
        attributes: {
          'http.request.method': method,
          'url.full': shown(url),
          'server.address': hostname.replace(/^\[|\]$/g, ''),
          'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
          'user_agent.original': userAgent,
        },
      };
    },
    ends(came) {
      if (came.kind === 'error') return { 'error.type': came.reason };
      const { status, wireBytes, address } = came;
      return {
        'http.response.status_code': status,
        'http.response.body.size': wireBytes,
        ...(address !== undefined && { 'network.peer.address': address }),
        ...(status >= 400 && { 'error.type': `${status}` }),
      };
    },
  },
  commit: {
    begins: (ticket) => ({ name: 'commit', attributes: turnOf(ticket) }),
    ends: ({ result }) => ({ 'winnow.result': result }),
  },
};

function turnOf({ job, host, turn }: Ticket): Attributes {
  return { 'winnow.job': job, 'winnow.host': host, 'winnow.turn': turn };
}

/** What opens something to whoever has the address. */
const secret =
  /([?&](?:AWSAccessKeyId|Signature|sig|X-Goog-Signature|X-Amz-Signature|X-Amz-Security-Token|access_token)=)[^&#]*/gi;

/** An address without credentials. */
function shown(text: string): string {
  const url = new URL(text);
  url.username = '';
  url.password = '';
  return url.href.replace(secret, '$1REDACTED');
}
