/**
 * Loaded into a contender with `--import`: when it exits, it leaves in the file `BENCH_USAGE` what the operating
 * system counted of it, threads and finished child processes included.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** What a contender cost from its start to its end. */
export interface Usage {
  readonly wallSeconds: number;
  /** User and system. */
  readonly cpuSeconds: number;
  /** The largest resident set of its main process. */
  readonly peakMb: number;
  /** The longest time for which its main thread did nothing else, ms: no line of progress comes meanwhile. Of Node only. */
  readonly stallMs?: number;
  /** The share of the time in which its main thread was at work, 0 to 1, waits for locks and files included. Of Node only. */
  readonly mainShare?: number;
}

/** The kernel counts time in hundredths of a second here, whatever its own clock does (proc(5)). */
const ticksPerSecond = 100;

function childSeconds(): number {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
  } catch {
    return 0;
  }
}

const file = process.env.BENCH_USAGE;
if (isMainThread && file !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    const usage: Usage = {
      wallSeconds: performance.now() / 1_000,
      cpuSeconds: (userCPUTime + systemCPUTime) / 1e6 + childSeconds(),
      peakMb: maxRSS / 1_024,
      stallMs: delay.max / 1e6,
      mainShare: performance.eventLoopUtilization().utilization,
    };
    writeFileSync(file, JSON.stringify(usage));
  });
}
