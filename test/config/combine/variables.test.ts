import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { combineVariables } from '../../../lib/config/combine/variables.ts';
import { nodeAt } from '../../../lib/config/schema/known-keys.ts';

/** Every configuration variable that Combine 4.005 reads, from its code and its manual. */
const all =
  `AutoRecycleLinks analysePlugin autoClassAlg baseConfigDir classifyPlugIn configDir DBItraceFile doAnalyse
doCheckRecord doOAI extractLinksFromText HarvesterMaxMissions HarvestRetries httpProxy LogHandle MySQLhandle Loglev
maxUrlLength MPCAHostPort MySQLdatabase MySQLfulltext Operator-Email PattiSpecial Password relTextPlugin saveHTML
SchedulingAlgorithm SdqRetries SolrHost ZebraHost SummaryLength SVMmodel UAtimeout UserAgentFollowRedirects
UserAgentGetIfModifiedSince useTidy WaitIntervalExpirationGuaranteed WaitIntervalHarvesterLockNotFound
WaitIntervalHarvesterLockNotModified WaitIntervalHarvesterLockRobotRules WaitIntervalHarvesterLockSuccess
WaitIntervalHarvesterLockUnavailable WaitIntervalHost WaitIntervalRrdLockDefault WaitIntervalRrdLockNotFound
WaitIntervalRrdLockSuccess WaitIntervalSchedulerGetJcf <binext> <converters> <url><allow> <url><exclude>
<url><serveralias> <url><sessionids> StdTitleWeight StdMetaWeight StdHeadingsWeight StdCutoffRel StdCutoffNorm
StdCutoffTot PosCutoffRel PosCutoffNorm PosCutoffTot`.split(/\s+/);

describe("the table of Combine's variables", () => {
  it('has an answer to every one of them, once', () => {
    expect(combineVariables.map(({ name }) => name).toSorted()).toEqual(all.toSorted());
  });

  it.each(combineVariables.map((variable) => [variable.name, variable] as const))(
    'says what becomes of %s',
    (_, variable) => {
      expect(variable.note).toMatch(/^[A-Z`].*\.$/);
      if (variable.key !== undefined) expect(nodeAt(variable.key.split('.')), variable.key).toBeDefined();
      else if (variable.usual !== undefined) {
        // What Combine does by default must not be lost without a word.
        expect(variable.needless === 'any' || variable.needless?.includes(variable.usual)).toBe(true);
      }
    },
  );

  it('stands in the documentation', () => {
    const text = readFileSync(new URL('../../../docs/combine-variables.md', import.meta.url), 'utf8');
    for (const name of all) expect(text).toMatch(new RegExp(`^\\|.*\`${name}\`.*\\|$`, 'm'));
  });

  it('has in docs/combine.md all that Winnow does not have', () => {
    const page = readFileSync(new URL('../../../docs/combine.md', import.meta.url), 'utf8');
    const [, missing = ''] = page.split('## What is missing');
    const without = combineVariables.filter(({ key, needless }) => key === undefined && needless !== 'any');
    // These are had by now, and may stand among what is carried over only.
    for (const had of ['<converters>', 'PattiSpecial']) expect(missing).not.toContain(`\`${had}\``);
    const unnamed = without.filter(({ name }) => !missing.includes(`\`${name}\``));
    // With 0 Combine leaves out what Winnow always does.
    expect(unnamed.map(({ name }) => name)).toEqual(['UserAgentGetIfModifiedSince']);
  });

  it('is followed by docs/combine.md, which names only keys that there are', () => {
    const text = readFileSync(new URL('../../../docs/combine.md', import.meta.url), 'utf8');
    for (const [, key = ''] of text.matchAll(/`((?:[a-z]\w+)(?:\.[a-z]\w+)+)`/g)) {
      if (/\.(?:txt|yaml|cfg|md)$/.test(key)) continue;
      expect(nodeAt(key.split('.')), key).toBeDefined();
    }
  });
});
