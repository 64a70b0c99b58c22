import * as z from 'zod/mini';
import { version } from '../base/version.ts';
import { untrusted } from './mcp/answer.ts';
import { answerLines, answerMessage, errorMessage, type Methods, RpcError } from './mcp/json-rpc.ts';
import { listResources, readResource, resourceTemplates } from './mcp/resources.ts';
import { callTool, listTools, type Tools } from './mcp/tools.ts';
import type { Client } from './served.ts';

export type McpParts = Tools;

/** The newest first. */
const protocols = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;
const greetings = z.object({ protocolVersion: z.string(), clientInfo: z.object({ name: z.string() }) });

/** Answers a client of the Model Context Protocol over lines, until it sends no more. */
export async function serveMcp(
  parts: McpParts,
  { input, write }: { readonly input: AsyncIterable<string>; write(line: string): void },
): Promise<void> {
  await answerLines(input, { methods: methodsFor(parts, 'mcp'), write, onFault: parts.onFault });
}

/**
 * Answers one message of the protocol over HTTP (streamable HTTP without streams and sessions).
 * @param version what the header `MCP-Protocol-Version` says
 */
export async function answerMcp(
  text: string,
  parts: McpParts,
  { by, signal }: Client,
  version = protocols[0] as string,
): Promise<{ readonly status: 200 | 202 | 400; readonly text: string }> {
  if (!protocols.some((one) => one === version)) {
    const message = `the version of the protocol must be one of ${protocols.join(', ')}`;
    return { status: 400, text: errorMessage(new RpcError('request', message)) };
  }
  const peer = { methods: methodsFor(parts, by), onFault: parts.onFault };
  const answer = await answerMessage(text, peer, signal);
  return answer === undefined
    ? { status: 202, text: '' }
    : { status: answer.isRead ? 200 : 400, text: answer.text };
}

/** @param by who asks, until the client says its name */
function methodsFor(parts: McpParts, by: string): Methods {
  const { place, job } = parts;
  let called = by;
  return {
    initialize(params) {
      const { data } = z.safeParse(greetings, params);
      called = `${by} ${data?.clientInfo.name.replace(/[^\w.@ -]/g, '').slice(0, 80) ?? ''}`.trim();
      return {
        protocolVersion: protocols.find((one) => one === data?.protocolVersion) ?? protocols[0],
        capabilities: { tools: {}, resources: {} },
        serverInfo: { name: 'winnow', title: 'Winnow', version },
        instructions: instructionsFor(job),
      };
    },
    ping: () => ({}),
    'tools/list': () => listTools(parts),
    'tools/call': (params, signal) => callTool(params, { by: called, signal }, parts),
    'resources/list': ({ cursor }) => listResources(place, job, cursor),
    'resources/templates/list': () => ({ resourceTemplates }),
    'resources/read': ({ uri }) => readResource(place, uri),
  };
}

function instructionsFor(job: string | undefined): string {
  const of = job === undefined ? '' : `, of the job ${job} where no other is named`;
  return `A focused web crawl${of}. \`records\` with \`sort: "relevance"\` lists the best pages; \
\`record\` has one of them, and its resource /markdown the whole text. ${untrusted}`;
}
