/** Sounds and announcements for what has just happened. */
import type { Move, State } from '../../api/types';
import type { GameScreen } from '../../games/screen';
import { t } from '../../text';
import { curly } from '../../text/format';
import type { Sound } from '../../ui/sound';

export interface News {
  sounds: Sound[];
  sentences: string[];
}

/** What the news depends on besides the two states. */
export interface Hearer {
  screen: GameScreen | null;
  /** Whether the viewer may act now. */
  mayAct: boolean;
  /** The action of somebody else, in a sentence. */
  told: string | null;
}

/** The news between two states. */
export function newsOf(before: State | null, state: State, { screen, mayAct, told }: Hearer): News {
  const news: News = { sounds: [], sentences: [] };
  const known = before?.moves.at(-1)?.n ?? 0;
  const move = state.moves.filter(one => one.n > known).at(-1);
  if (move && before) {
    news.sounds.push(soundOf(move, screen));
    const words = told ?? screen?.describe(move) ?? move.notation;
    news.sentences.push(mayAct ? `${words} ${t.table.yourTurn}` : words);
  }
  if (state.status === 'over' && before?.status !== 'over') {
    news.sounds.push('end');
    if (state.outcome) news.sentences.push(curly(state.outcome.text));
  }
  if (state.seat === 'white' || state.seat === 'black') {
    const offer = (['draw', 'takeback', 'rematch'] as const).find(
      what => state.offers[what] && state.offers[what] !== before?.offers[what] && state.offers[what] !== state.seat,
    );
    if (offer) {
      news.sounds.push('notify');
      news.sentences.push(t.table.offered[offer]);
    }
  }
  return news;
}

function soundOf({ notation }: Move, screen: GameScreen | null): Sound {
  if (/[+#]/.test(notation)) return 'check';
  return screen?.sound?.(notation) ?? (notation.includes('x') ? 'capture' : 'move');
}
