import { type McpParts, serveMcp } from '../../../lib/faces/mcp.ts';
import { keptServed } from './kept-served.ts';

export interface McpReply {
  readonly id: unknown;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

export interface KeptMcp {
  readonly faults: readonly unknown[];
  /** What is answered to lines, after their end. */
  talk(lines: Iterable<string> | AsyncIterable<string>): Promise<readonly McpReply[]>;
  /** The answers to requests, by their order. */
  ask(requests: readonly (readonly [method: string, params?: unknown])[]): Promise<readonly McpReply[]>;
  close(): Promise<void>;
}

/** Answers from a copy of a stored crawl, of the job `kept`. */
export async function keptMcp(scope: McpParts['scope']): Promise<KeptMcp> {
  const { served, faults, close } = await keptServed();
  const parts: McpParts = { ...served, job: 'kept', scope };
  const talk: KeptMcp['talk'] = async (lines) => {
    const replies: McpReply[] = [];
    const input = (async function* () {
      yield* lines;
    })();
    await serveMcp(parts, { input, write: (line) => replies.push(JSON.parse(line) as McpReply) });
    return replies;
  };
  return {
    ...{ faults, talk },
    async ask(requests) {
      const lines = requests.map(([method, params], id) =>
        JSON.stringify({ jsonrpc: '2.0', id, method, params }),
      );
      const replies = await talk(lines.map((line) => `${line}\n`));
      return replies.toSorted((a, b) => Number(a.id) - Number(b.id));
    },
    close,
  };
}
