import { describe, expect, it } from 'vitest';
import type { LatentText } from '../../../lib/topic/train.ts';
import { expandTopic } from '../../../lib/topic/train.ts';
import { latentJudge } from './field.ts';

/** A field in one language: labelled texts of two topics, read texts that tie further words to them, and such words. */
interface Field {
  readonly on: readonly string[];
  readonly off: readonly string[];
  readonly read: readonly string[];
  readonly near: readonly string[];
  readonly far: readonly string[];
}

const fields: Readonly<Record<string, Field>> = {
  sv: {
    on: ['vetet skördas på åkern', 'kornet skördas på åkern', 'rågen mals i kvarnen'],
    off: ['fiolens strängar i konserten', 'cellons strängar i konserten', 'flöjten spelas i orkestern'],
    read: [
      ...[
        'åkern plöjs och vetet tröskas',
        'skördas tröskas åkern lien',
        'lien tröskas speltet',
        'speltet lien kvarnen',
      ],
      ...[
        'konserten orkestern träblåset',
        'strängar konserten träblåset',
        'träblåset oboen',
        'oboen träblåset orkestern',
      ],
    ],
    near: ['speltet', 'lien'],
    far: ['oboen', 'träblåset'],
  },
  cs: {
    on: ['pšenice se sklízí na poli', 'ječmen se sklízí na poli', 'žito se mele ve mlýně'],
    off: ['struny houslí na koncertě', 'struny violoncella na koncertě', 'flétna hraje v orchestru'],
    read: [
      ...[
        'pole a pšenice mlácení',
        'sklízí mlácení poli srpem',
        'srpem mlácení špalda',
        'špalda srpem mlýně',
      ],
      ...['koncertě orchestru dechy', 'struny koncertě dechy', 'dechy hoboj', 'hoboj dechy orchestru'],
    ],
    near: ['špalda', 'srpem'],
    far: ['hoboj', 'dechy'],
  },
  uk: {
    on: ['пшеницю збирають на полі', 'ячмінь збирають на полі', 'жито мелють у млині'],
    off: ['струни скрипки на концерті', 'струни віолончелі на концерті', 'флейта грає в оркестрі'],
    read: [
      ...[
        'поле пшеницю молотьба',
        'збирають молотьба полі серпом',
        'серпом молотьба спельта',
        'спельта серпом млині',
      ],
      ...['концерті оркестрі духові', 'струни концерті духові', 'духові гобой', 'гобой духові оркестрі'],
    ],
    near: ['спельта', 'серпом'],
    far: ['гобой', 'духові'],
  },
  // Without spaces between words: each two neighbouring characters are one.
  zh: {
    on: ['小麦在田里收割', '大麦在田里收割', '黑麦在磨坊里'],
    off: ['小提琴的琴弦音乐会', '大提琴的琴弦音乐会', '长笛在管弦乐团'],
    read: [
      ...['田里的小麦脱粒', '收割脱粒镰刀', '镰刀脱粒斯佩尔特', '斯佩尔特镰刀磨坊'],
      ...['音乐会乐团木管', '琴弦音乐会木管', '木管双簧管', '双簧管木管乐团'],
    ],
    near: ['斯佩尔特', '镰刀'],
    far: ['双簧管', '木管'],
  },
};

describe.each(Object.entries(fields))(
  'a field in another language: %s',
  (declared, { on, off, read, near, far }) => {
    const text = (said: string, label?: number): LatentText => ({
      ...{ title: '', text: said, declared },
      ...(label === undefined ? {} : { label }),
    });
    const texts = [
      ...on.map((one) => text(one, 1)),
      ...off.map((one) => text(one, 0)),
      ...read.map((one) => text(one)),
    ];
    const judge = latentJudge(texts, { dimensions: 2 });

    it('has words on topic that no labelled text has, and words off it', () => {
      for (const said of near) expect(judge.fit(said, declared)).toBeGreaterThan(0);
      for (const said of far) expect(judge.fit(said, declared)).toBeLessThan(0);
    });

    it('has such words proposed as terms, where its script parts words by spaces', () => {
      const sources = texts.map((one) => ({
        source: '',
        title: '',
        text: one.text,
        isOn: judge.fit(one.text) > 0,
      }));
      const terms = expandTopic(judge, [], sources, 50).map(({ term }) => term);
      if (declared === 'zh') expect(terms.every((term) => term.length > 2)).toBe(true);
      else expect(terms).toEqual(expect.arrayContaining([...near]));
      for (const said of far) expect(terms).not.toContain(said);
    });
  },
);
