import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { winnow } from '../../bin/test-io.ts';

const root = new URL('../../../', import.meta.url);
const page = readFileSync(new URL('docs/combine.md', root), 'utf8');

/** Commands of Combine 4.005 with their actions and options, from its code and its manual pages. */
const all: Readonly<Record<string, string>> = {
  combine: '--jobname --logname --name --harvesturl --url --baseconfigdir --configfile SIGUSR1',
  combineRun: '',
  combineCtrl: `start --harvesters kill load recyclelinks reharvest open stop pause continue stat howmany hosts records
    initMemoryTables close exit get sort algorithm`,
  combineINIT: '--jobname --username --hostname --topic --myconf --baseconfigdir --help',
  combineUtil: `stats termstat classtat sanity all serveralias resetOAI restoreSanity deleteNetLoc --netlocstr deletePath
    --pathsubstr deleteMD5 --md5 deleteRecordid --recordid addAlias --aliases --preferred`,
  combineExport: `--jobname --profile --charset --number --recordid --md5 --incremental --pipehost --pipeport --xsltscript
    --collapseinlinks --nooutlinks --ZebraIndex --SolrIndex --verbose --baseconfigdir --include --exclude --database
    --configfile`,
  combineRank: 'PageRank PageRankBL NetLocRank exportLinkGraph --verbose',
  combineSVM: '--goodurls --badurls --modelSVM --good --bad --train',
  combineReClassify: '--jobname --classnames --verbose --baseconfigdir',
  'combineCountry.pl': '--jobname',
};

interface Row {
  readonly command: string;
  readonly parts: readonly string[];
  readonly here: string;
  readonly test: string;
}

const [, section = ''] = page.split('## Commands and options');
const rows = (section.split('\n## ')[0] ?? '').split('\n').flatMap((line): readonly Row[] => {
  const [, names = '', here = '', test = ''] = /^\|(`combine.*?)\|(.*)\|(.*)\|$/.exec(line) ?? [];
  if (names === '') return [];
  const [command = '', ...parts] = [...names.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) =>
    code.split(' '),
  );
  return [{ command, parts, here, test }];
});

/** Command lines of ours that a row names. */
const linesOf = ({ here }: Row) =>
  [...here.matchAll(/`winnow ([^`]+)`/g)].map(([, line = '']) => line.split(' '));

describe("the table of Combine's commands", () => {
  it('has each command, action and option of Combine once', () => {
    const told = rows.flatMap(({ command, parts }) =>
      parts.length === 0 ? [command] : parts.map((part) => `${command} ${part}`),
    );
    const wanted = Object.entries(all).flatMap(([command, parts]) =>
      parts === '' ? [command] : parts.split(/\s+/).map((part) => `${command} ${part}`),
    );
    expect(told.toSorted()).toEqual(wanted.toSorted());
  });

  it.each(rows)('says what stands for $command $parts: $here', async (row) => {
    if (row.here.startsWith('no: ')) {
      expect(row.here.length).toBeGreaterThan('no: a reason'.length);
      expect(row.test).toBe('');
      return;
    }
    const [, test = ''] = /^`(test\/[\w./-]+\.test\.ts)`$/.exec(row.test) ?? [];
    expect(existsSync(new URL(test, root)), row.test).toBe(true);
    // What commands print in help shows that they are there, and nothing of what they do.
    expect(test).not.toContain('golden');
    const lines = linesOf(row);
    expect(lines).not.toEqual([]);
    for (const words of lines) {
      const options = words.filter((word) => word.startsWith('--'));
      const names = words.filter((word) => !word.startsWith('--'));
      const { exit, out } = await winnow([...names, '--help']);
      expect(exit).toBe(0);
      expect(out).toMatch(new RegExp(`^Usage: winnow ${names.join(' ')} `, 'm'));
      for (const option of options) expect(out).toContain(`${option} `);
    }
  });
});
