import { formatCount, formatNumber } from '../../../lib/base/quantity.ts';
import { openFruitlessHour } from '../../../lib/domain/yield/fruitless-hour.ts';
import type { TurnReport } from '../../../lib/runtime/shared/installation.ts';
import type { Io } from '../../io.ts';

/** Looks at the turns of a crawl on this machine, and says where most of the last hour's visits brought nothing new. */
export function openAdvice(io: Pick<Io, 'program'>, say: (text: string) => void): (turn: TurnReport) => void {
  const hour = openFruitlessHour();
  return ({ visits, figures: { FruitlessPages: fruitless = 0 } = {} }) => {
    const bad = hour.add(Date.now(), { visits: visits.length, fruitless });
    if (bad === undefined) return;
    const { visits: all, fruitless: vain } = bad;
    say(
      `of the ${formatCount(all, 'visit')} of the last hour ${formatNumber(vain)} brought nothing new: \`${io.program} regions\` shows where, docs/runbook.md#little-is-new what to do`,
    );
  };
}
