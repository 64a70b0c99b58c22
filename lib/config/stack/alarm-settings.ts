import { z } from 'zod';

const percent = (usual: number) => z.number().min(0.1).max(100).default(usual);

/** Which alarms a stack has, and from where on they ring. */
export const alarmsSetting = z
  .strictObject({
    /** `essential`: those that say that something is broken. `all`: also those that say how the crawl fares. */
    which: z.enum(['all', 'essential', 'none']).default('all'),
    /** A host may wait for its turn for so long beyond its time. */
    dueLagMinutes: z.number().int().min(1).max(1_440).default(120),
    /** A sink may lack a change for so long. */
    sinkLagMinutes: z.number().int().min(1).max(10_080).default(60),
    dollarsPerThousandPages: z.number().min(0.001).max(1_000).default(0.1),
    /** Shares of an hour's visits. */
    deniedPercent: percent(50),
    clientErrorPercent: percent(50),
    throttledPercent: percent(5),
    serverErrorPercent: percent(20),
  })
  .prefault({});

/** Metrics that the alarms look at together, which is what they are paid by; `test/infra/alarms.test.ts` counts them. */
export const alarmMetrics: Readonly<Record<'all' | 'essential' | 'none', number>> = {
  all: 40,
  essential: 28,
  none: 0,
};
