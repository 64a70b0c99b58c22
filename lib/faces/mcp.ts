import * as z from 'zod/mini';
import { version } from '../base/version.ts';
import { untrusted } from './mcp/answer.ts';
import { answerLines, type Methods } from './mcp/json-rpc.ts';
import { listResources, readResource, resourceTemplates } from './mcp/resources.ts';
import { callTool, listTools, type Tools } from './mcp/tools.ts';

export type McpParts = Tools;

/** The newest first. */
const protocols = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;
const greetings = z.object({ protocolVersion: z.string(), clientInfo: z.object({ name: z.string() }) });

/** Answers a client of the Model Context Protocol over lines, until it sends no more. */
export async function serveMcp(
  parts: McpParts,
  { input, write }: { readonly input: AsyncIterable<string>; write(line: string): void },
): Promise<void> {
  const { place, job, onFault } = parts;
  let by = 'mcp';
  const methods: Methods = {
    initialize(params) {
      const { data } = z.safeParse(greetings, params);
      by = `mcp ${data?.clientInfo.name.replace(/[^\w.@ -]/g, '').slice(0, 80) ?? ''}`.trim();
      return {
        protocolVersion: protocols.find((one) => one === data?.protocolVersion) ?? protocols[0],
        capabilities: { tools: {}, resources: {} },
        serverInfo: { name: 'winnow', title: 'Winnow', version },
        instructions: instructionsFor(job),
      };
    },
    ping: () => ({}),
    'tools/list': () => listTools(parts),
    'tools/call': (params, signal) => callTool(params, { by, signal }, parts),
    'resources/list': ({ cursor }) => listResources(place, job, cursor),
    'resources/templates/list': () => ({ resourceTemplates }),
    'resources/read': ({ uri }) => readResource(place, uri),
  };
  await answerLines(input, { methods, write, onFault });
}

function instructionsFor(job: string): string {
  return `A focused web crawl, of the job ${job} where no other is named. \`records\` with \`sort: "relevance"\` lists the best pages; \
\`record\` has one of them, and its resource /markdown the whole text. ${untrusted}`;
}
