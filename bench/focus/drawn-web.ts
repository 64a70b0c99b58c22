import { seededRandom } from '../../test/support/seeded-random.ts';

/** A web without texts: what a page is about is drawn, and so is what a filter says of it. */
export interface DrawnWeb {
  readonly servers: number;
  /** By page: its server, its topic, and the relevance that a filter gives it for topic `t` (`relevanceOf`). */
  readonly server: Uint32Array;
  readonly topic: Uint8Array;
  readonly links: readonly Uint32Array[];
  /** Pages of a topic, the most popular first. */
  readonly pagesOf: readonly Uint32Array[];
  /** 0 to 1: one page in ten of the topic is not recognised, three in a hundred others are taken for it. */
  relevanceOf(page: number, topic: number): number;
}

export const topics = 50;
/** Of a page's links to other servers: to its own topic, to the topics beside it, to any. */
const [own, beside] = [0.55, 0.15];
/** One page in fifty is a list of links, of which more are to its topic. */
const listShare = 0.02;
const ownOfLists = 0.85;
/** What the page with the most links has of all, by popularity: the larger, the more the first have. */
const skew = 2.5;

/**
 * Draws a web of servers of very different sizes. Three fifths of the pages of a server have its topic; topics are of very
 * different sizes as well. Pages link to each other on a server, and to popular pages of their topic elsewhere.
 */
export function drawWeb(seed: number, pages: number, servers: number): DrawnWeb {
  const random = seededRandom(seed, 7);
  const below = (count: number): number => Math.min(count - 1, Math.floor(random() * count));
  const serverTopic = Uint8Array.from({ length: servers }, () => Math.floor(topics * random() ** 1.5));
  const server = Uint32Array.from({ length: pages }, (_, page) =>
    page < servers ? page : Math.floor(servers * random() ** 1.6),
  );
  const topic = Uint8Array.from(server, (at, page) =>
    page < servers || random() < 0.6 ? (serverTopic[at] as number) : below(topics),
  );
  const onServer = Array.from({ length: servers }, (): number[] => []);
  const ofTopic = Array.from({ length: topics }, (): { page: number; merit: number }[] => []);
  for (let page = 0; page < pages; page += 1) {
    onServer[server[page] as number]?.push(page);
    // Front pages are linked to most.
    ofTopic[topic[page] as number]?.push({ page, merit: random() * (page < servers ? 1 : 0.5) });
  }
  const pagesOf = ofTopic.map((some) =>
    Uint32Array.from(some.sort((a, b) => b.merit - a.merit).map(({ page }) => page)),
  );
  const popular = (of: number): number => {
    const all = pagesOf[of] as Uint32Array;
    return all[Math.floor(all.length * random() ** skew)] as number;
  };
  const links = Array.from({ length: pages }, (_, page) => {
    const isList = random() < listShare;
    const about = topic[page] as number;
    const near = onServer[server[page] as number] as readonly number[];
    const inside = Array.from({ length: 4 }, () => near[below(near.length)] as number);
    const outside = Array.from({ length: isList ? 30 + below(30) : 2 + below(6) }, () => {
      const chance = random();
      if (chance < (isList ? ownOfLists : own)) return popular(about);
      if (chance < own + beside) return popular((about + (random() < 0.5 ? 1 : topics - 1)) % topics);
      return popular(below(topics));
    });
    return Uint32Array.from([...inside, ...outside]);
  });
  return { servers, server, topic, links, pagesOf, relevanceOf };

  function relevanceOf(page: number, wanted: number): number {
    const chance = seededRandom(page, wanted + 1);
    const [recognised, value] = [chance(), chance()];
    const isTaken = topic[page] === wanted ? recognised >= 0.1 : recognised < 0.03;
    return isTaken ? 0.5 + 0.5 * Math.sqrt(value) : 0.45 * value ** 2;
  }
}
