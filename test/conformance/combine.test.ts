import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readTopicFile } from '../../lib/topic/terms/topic-file.ts';
import { casesFile, hasCases } from '../support/cases.ts';
import { plainScorer } from '../support/topic/topic-scorers.ts';
import { combineSuites } from './combine.ts';

describe.skipIf(!hasCases('combine/oracle.jsonl'))("the original's scores", () => {
  it('are there for plain and for position-weighted matching', () => {
    for (const { run } of combineSuites) expect(run()?.passed).toBeGreaterThan(50);
  });

  it('are ours for the page of its installation test, but for terms that its topic has since got', () => {
    const { terms } = readTopicFile(
      readFileSync(casesFile('combine/conf/Topic_carnivor.txt'), 'latin1'),
      new Set(),
    );
    const name = 'Installation test for Combine';
    const scores = plainScorer(
      terms,
      new Set(),
    )({
      url: 'http://combine.it.lth.se/CombineTests/InstallationTest.html',
      title: name,
      metadata: ['Carnivorous plants', 'Drosera', 'Nepenthes'],
      headings: [name],
      text: `${name} Contains some Carnivorous plant specific words like Drosera , and Nepenthes.`,
    });
    expect(scores.classes.map(({ id, score }) => [id, score])).toEqual([
      ['CP.Drosera', 375],
      ['CP.Nepenthes', 375],
      ['CP', 250],
    ]);
    expect(scores.score).toBe(1_000);
  });
});
