import { hash } from 'node:crypto';

/** From 0 up to 1, the same for the same host and time, and unlike for others. @param at epoch ms */
export function jitterOf(host: string, at: number): number {
  return Number.parseInt(hash('sha256', `${host} ${at}`).slice(0, 8), 16) / 0x1_0000_0000;
}
