import { hash } from 'node:crypto';
import { encodeLinkLine, hasSample, sampleMark } from '../lib/base/links/link-segment.ts';
import { bytesOfLines } from '../lib/base/line.ts';
import { gatherSample } from '../lib/capabilities/latent/gather-sample.ts';
import { makeHere } from '../lib/capabilities/latent/make-here.ts';
import { ensureJob } from '../lib/pipeline/job/open-job.ts';
import { testSettings } from './support/settings.ts';
import { memoryPorts } from './support/stores.ts';
const ports = memoryPorts();
const settings = testSettings('owls');
const job = await ensureJob(ports, settings);
let seed = 1; const rnd = () => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) / 0x7fffffff;
const word = () => 'w' + Math.floor(30000 * rnd() ** 4);
let pages = 0, below = 'g';
for (const next of [8000, 125000, 250000, 500000, 1000000]) {
  for (; pages < next; pages += 25) {
    const lines = Array.from({ length: 25 }, (_, i) => {
      const md5 = hash('md5', String(pages + i));
      const topic = rnd() < 0.3;
      const sample = md5 < below ? { sample: { md5, title: 'a title', words: Array.from({ length: 900 }, word).sort().join(' ') } } : {};
      return encodeLinkLine({ v: 1, url: `http://a.example/${pages + i}`, host: 'a.example', turn: 1, depth: 1, at: 1, outcome: 'off-topic', relevance: topic ? 0.95 : 0.02, ownAdmitted: true, ...sample } as never, '[]');
    });
    await ports.links.put('owls', `${String(pages).padStart(14, '0')}-x${lines.some(hasSample) ? sampleMark : ''}`, bytesOfLines(lines));
  }
  const t = process.cpuUsage(); const w = performance.now();
  const s = await gatherSample(ports, job, settings, Infinity);
  const g = process.cpuUsage(t); const wg = performance.now() - w;
  below = s.below ?? 'g';
  const t2 = process.cpuUsage();
  const model = await makeHere(s.texts.map((x) => ({ title: x.title, text: x.words, label: x.relevance! > 0.5 ? 1 : 0 })));
  const f = process.cpuUsage(t2);
  console.log(next, 'texts', s.texts.length, 'gather cpu ms', Math.round(g.user / 1000), 'wall', Math.round(wg), 'fit cpu ms', Math.round(f.user / 1000), 'model', model?.length, 'rss', Math.round(process.memoryUsage().rss / 1e6));
}
