// Crawlee's CheerioCrawler as its guide shows it, with robots.txt obeyed: node crawlee.js SEEDS DIRECTORY.
// Plain JavaScript: its packages are only here while the bench needs them, so nobody could check its types.
import dns from 'node:dns';
import { mkdirSync, readFileSync } from 'node:fs';
import { CheerioCrawler, Configuration, EnqueueStrategy } from '@crawlee/cheerio';

const [seedFile, directory] = process.argv.slice(2);
mkdirSync(directory, { recursive: true });
process.env.CRAWLEE_STORAGE_DIR = directory;

// Names under localhost are loopback (RFC 6761 §6.3), which not every resolver knows.
const { lookup } = dns;
dns.lookup = (name, options, found) => {
  if (!name.endsWith('.localhost')) return lookup(name, options, found);
  const callback = typeof options === 'function' ? options : found;
  const address = { address: '127.0.0.1', family: 4 };
  process.nextTick(() =>
    options?.all ? callback(null, [address]) : callback(null, address.address, address.family),
  );
};

const crawler = new CheerioCrawler(
  {
    maxConcurrency: 64,
    minConcurrency: 16,
    respectRobotsTxtFile: true,
    async requestHandler({ $, request, pushData, enqueueLinks }) {
      await pushData({ url: request.loadedUrl, title: $('title').text(), text: $('body').text() });
      await enqueueLinks({ strategy: EnqueueStrategy.All });
    },
  },
  new Configuration({ logLevel: 'ERROR', purgeOnStart: true }),
);
await crawler.run(readFileSync(seedFile, 'utf8').split('\n').filter(Boolean));
