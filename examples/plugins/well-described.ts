import type { PluginFilter } from '../../lib/domain/plugins/plugin.ts';

/**
 * A filter: takes pages that say something, by their words and headings, and no mere lists of links.
 *
 *     topic:
 *       filters:
 *         - file: topic.txt
 *         - plugin: plugins/well-described.ts
 *           options: { minWords: 40 }
 */
export const filter: PluginFilter = ({ text, headings, links }, { options }) => {
  const { minWords = 100 } = options;
  const words = text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  const perLink = words / Math.max(1, links.length);
  const score = words >= Number(minWords) ? Math.min(1, perLink / 10) : 0;
  const evidence = [`${words} words`, `${headings.length} headings`, `${links.length} links`];
  return { relevant: score >= 0.5, score, classes: [{ id: 'described', share: score, evidence }] };
};
