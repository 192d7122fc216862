import { describe, expect, it } from 'vitest';
import { readOptions } from './options';

describe('actions told in short', () => {
  it('are moves by what they begin with', () => {
    const options = readOptions({ moves: { g1: 'f3 h3', e7: 'e8q d8n' }, actions: [] });
    expect(options?.actions).toEqual([
      { action: 'g1f3', kind: 'move', from: 'g1', to: 'f3' },
      { action: 'g1h3', kind: 'move', from: 'g1', to: 'h3' },
      { action: 'e7e8q', kind: 'move', from: 'e7', to: 'e8', promotion: 'queen' },
      { action: 'e7d8n', kind: 'move', from: 'e7', to: 'd8', promotion: 'knight' },
    ]);
  });

  it('name the dimension of DMChess where it is another one', () => {
    const options = readOptions({ moves: { Nd8g8: 'e7 1g4', Pd2e7: '2e8=Q' }, actions: [] });
    expect(options?.actions).toEqual([
      { action: 'Nd8g8-d8e7', kind: 'move', role: 'knight', from: 'd8g8', to: 'd8e7' },
      { action: 'Nd8g8-d1g4', kind: 'move', role: 'knight', from: 'd8g8', to: 'd1g4' },
      { action: 'Pd2e7-d2e8=Q', kind: 'move', role: 'pawn', from: 'd2e7', to: 'd2e8', promotion: 'queen' },
    ]);
  });

  it('are explosions with the men that support them, and reveals', () => {
    const options = readOptions({
      moves: {},
      actions: [],
      explosions: { 'Ng3/': 'e4', 'e7/': 'e8q' },
      supports: { Ng3: 'b1 g1' },
      reveals: { 'a1=': 'Q R' },
    });
    expect(options?.actions).toEqual([
      { action: 'Ng3/e4', kind: 'explosion', role: 'knight', square: 'g3', to: 'e4' },
      { action: 'e7/e8q', kind: 'explosion', role: 'pawn', square: 'e7', to: 'e8', promotion: 'queen' },
      { action: 'a1=Q', kind: 'reveal' },
      { action: 'a1=R', kind: 'reveal' },
    ]);
    expect(options?.supports?.get('Ng3')).toEqual(['b1', 'g1']);
  });
});
