import type { ClockChoice, SpeedName } from '../api/types';

/** The clocks of the pairing grid, the fastest first, each with the speed under which the server rates it. */
export const PAIRING_CLOCKS: readonly { clock: ClockChoice; speed: SpeedName }[] = [
  { clock: { kind: 'preset', id: 'blitz' }, speed: 'blitz' },
  { clock: { kind: 'custom', seconds: 900, increment: 10, delay: 0 }, speed: 'rapid' },
  { clock: { kind: 'preset', id: 'rapid' }, speed: 'classical' },
];
