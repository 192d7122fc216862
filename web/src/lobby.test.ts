import { expect, it, vi } from 'vitest';
import type { LobbyMessage } from './api/types';
import { Lobby, type Sought } from './lobby';

/** The line to the server, as the server has it: what is said on it, and what is told by it. */
const line = vi.hoisted(() => ({
  said: [] as string[],
  told: null as ((message: LobbyMessage) => void) | null,
  reopened: 0,
}));

vi.mock('./api/socket', () => ({
  Connection: class {
    constructor(_: unknown, { told }: { told: (message: LobbyMessage) => void }) {
      line.told = told;
    }

    send({ t }: { t: string }): string {
      return `request ${line.said.push(t)}`;
    }

    reopen(): void {
      line.reopened++;
    }

    close(): void {
      line.told = null;
    }
  },
}));

const problem = { detail: 'The other player has left.' } as Extract<LobbyMessage, { t: 'refused' }>['problem'];

/** Somebody who plays the computer until somebody comes, and what they are told. */
function waiting(): { lobby: Lobby; sought: Sought; paired: unknown[] } {
  line.said = [];
  const paired: unknown[] = [];
  const lobby = new Lobby({
    changed: () => {},
    asked: () => {},
    refused: () => {},
    paired: (game, left) => paired.push([game, left]),
  });
  lobby.seek({ variant: 'chess', clock: { kind: 'preset', id: 'blitz' }, rated: false });
  line.told?.({ t: 'done', id: 'request 1', seek: 'seek' });
  const [sought] = lobby.sought;
  if (!sought) throw new Error('nothing is sought');
  lobby.playMeanwhile(sought, 'computer');
  return { lobby, sought, paired };
}

it('whoever comes from the computer has left it, also if the end of that game is heard of before the new one', () => {
  const { lobby, sought, paired } = waiting();
  lobby.come(sought);
  lobby.isOver('computer');
  line.told?.({ t: 'paired', seek: 'seek', game: 'person' });
  expect(paired).toEqual([['person', 'computer']]);
  // That the player is free again was not said: the server has made a pair of it.
  expect(line.said).toEqual(['seek', 'meanwhile', 'come']);
});

it('whoever was to come and has gone again leaves all as it was', () => {
  const { lobby, sought } = waiting();
  lobby.come(sought);
  line.told?.({ t: 'refused', id: 'request 3', problem });
  expect(lobby.sought).toEqual([sought]);
  lobby.isOver('computer');
  expect(sought.meanwhile).toBeNull();
  expect(line.said).toEqual(['seek', 'meanwhile', 'come', 'meanwhile']);
});

it('the same player on a new line looks for the same', () => {
  const { lobby, sought } = waiting();
  lobby.reopen();
  expect(lobby.sought).toEqual([sought]);
  expect(line.reopened).toBe(1);
  // Somebody else looks for nobody yet.
  lobby.renew();
  expect(lobby.sought).toEqual([]);
});
