import { hash } from 'node:crypto';

/** Returns a number of at least 0 and below 1, always the same for the same host and time. @param at epoch ms */
export function jitterOf(host: string, at: number): number {
  return Number.parseInt(hash('sha256', `${host} ${at}`).slice(0, 8), 16) / 0x1_0000_0000;
}
