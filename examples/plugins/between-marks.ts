import type { Analyse } from '../../lib/domain/plugins/plugin.ts';

/**
 * An analyser that replaces the main content: the text from the first heading of a page to the line with which its
 * footer begins, for a site whose pages all look alike.
 *
 *     analysers:
 *       - plugin: plugins/between-marks.ts
 *         options: { end: Leave a comment }
 */
export const analyse: Analyse = ({ text, headings: [first], main }, { options: { end = '' } }) => {
  const lines = text.split('\n');
  const from = lines.indexOf(first?.text ?? '');
  const to = lines.indexOf(String(end));
  if (from === -1 || to <= from) return undefined;
  return { main: { ...main, kind: 'article', text: lines.slice(from + 1, to).join('\n') } };
};
