import type { Analyse } from '../../lib/domain/plugins/plugin.ts';

/**
 * An analyser: how long a page takes to read, and what it links to.
 *
 *     analysers:
 *       - plugin: plugins/reading-time.ts
 *         options: { wordsPerMinute: 200 }
 */
export const analyse: Analyse = ({ text, links }, { options }) => {
  const { wordsPerMinute = 230 } = options;
  const words = text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return {
    words,
    'reading-minutes': Math.max(1, Math.round(words / Number(wordsPerMinute))),
    'linked-hosts': [...new Set(links.map(({ url }) => new URL(url).host))].sort(),
  };
};
