/**
 * The floor: what a crawl costs at the least in Node with the parser that Winnow has. fetch, robots.txt, a streaming
 * parse and one line of JSON for each page; a Set for a frontier; no politeness, no state that survives, nothing
 * else. `node bench/floor.ts SEEDS DIRECTORY`, SEEDS a file of URLs.
 */
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Parser } from 'htmlparser2';
import robotsParser from 'robots-parser';
import { Agent, request } from 'undici';

const [seedFile = '', directory = '.'] = process.argv.slice(2);
const agent = 'WinnowBench';
const connections = 64;

const dispatcher = new Agent({
  connections: 1,
  connect: { lookup: (_, __, found) => found(null, [{ address: '127.0.0.1', family: 4 }]) },
});
mkdirSync(directory, { recursive: true });
const out = createWriteStream(join(directory, 'pages.jsonl'));
type Robots = { isAllowed(url: string, agent: string): boolean | undefined };
const rules = new Map<string, Promise<Robots>>();

async function robotsOf(origin: string): Promise<Robots> {
  const url = `${origin}/robots.txt`;
  const { statusCode, body } = await request(url, { dispatcher, headers: { 'user-agent': agent } });
  const text = await body.text();
  const parse = robotsParser as unknown as (url: string, text: string) => Robots;
  return parse(url, statusCode === 200 ? text : '');
}

function parser(url: string) {
  const links: string[] = [];
  let title = '';
  let text = '';
  let inTitle = false;
  let silent = 0;
  const html = new Parser({
    onopentag(name, { href }) {
      if (name === 'a' && href !== undefined) {
        const target = URL.parse(href, url);
        if (target !== null) {
          target.hash = '';
          links.push(target.href);
        }
      } else if (name === 'title') inTitle = true;
      else if (name === 'script' || name === 'style') silent++;
    },
    ontext(data) {
      if (silent > 0) return;
      if (inTitle) title += data;
      else text += data;
    },
    onclosetag(name) {
      if (name === 'title') inTitle = false;
      else if (name === 'script' || name === 'style') silent--;
    },
  });
  return { html, page: () => ({ url, title, text, links }) };
}

async function visit(url: string): Promise<readonly string[]> {
  const { origin } = new URL(url);
  let robots = rules.get(origin);
  if (robots === undefined) {
    robots = robotsOf(origin);
    rules.set(origin, robots);
  }
  if ((await robots).isAllowed(url, agent) === false) return [];
  const asked = { 'user-agent': agent, 'accept-encoding': 'gzip' };
  const { statusCode, body, headers } = await request(url, { dispatcher, headers: asked });
  if (statusCode !== 200) {
    await body.dump();
    const target = typeof headers.location === 'string' ? URL.parse(headers.location, url)?.href : undefined;
    return target === undefined ? [] : [target];
  }
  const { html, page } = parser(url);
  const decoder = new TextDecoder();
  if (headers['content-encoding'] === 'gzip') {
    html.write(decoder.decode(gunzipSync(await body.bytes())));
  } else {
    for await (const chunk of body) html.write(decoder.decode(chunk as Uint8Array, { stream: true }));
  }
  html.end();
  const result = page();
  out.write(`${JSON.stringify(result)}\n`);
  return result.links;
}

const seen = new Set<string>();
const queue: string[] = [];
function add(url: string): void {
  if (seen.has(url)) return;
  seen.add(url);
  queue.push(url);
}
for (const url of readFileSync(seedFile, 'utf8').split('\n')) if (url !== '') add(url);

let next = 0;
let running = 0;
await new Promise<void>((resolve, reject) => {
  const fill = (): void => {
    if (next === queue.length && running === 0) resolve();
    for (; running < connections && next < queue.length; running++) {
      const url = queue[next++] as string;
      visit(url).then((links) => {
        running--;
        for (const link of links) add(link);
        fill();
      }, reject);
    }
  };
  fill();
});
out.end();
await dispatcher.close();
