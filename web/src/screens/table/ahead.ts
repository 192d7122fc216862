/** A move that is made before its turn has come: kept in this browser, tried when the turn comes. */
import type { Color } from '../../api/types';
import type { Premove } from '../../games/screen';
import { t } from '../../text';
import { settings } from '../../ui/settings';
import type { Table } from '../table';

export class Ahead {
  private kept: Premove | null = null;

  constructor(private readonly table: Table) {}

  get move(): Premove | null {
    return this.kept;
  }

  /** Whose men may be moved ahead of their turn now. */
  get color(): Color | null {
    const { state, mayAct, isSending } = this.table;
    if (!settings.ahead || state?.status !== 'live' || (mayAct && !isSending)) return null;
    return state.seat === 'white' || state.seat === 'black' ? state.seat : null;
  }

  /** What the line above the board says of it. */
  get prompt(): string | null {
    return this.kept && t.table.premove(this.name(this.kept));
  }

  set(move: Premove | null): void {
    if (move === null && this.kept === null) return;
    const { table } = this;
    this.kept = move;
    table.refusal = '';
    // The turn may have come while the hand was moving.
    if (move && table.mayAct && !table.isSending) this.try();
    else table.say(move ? t.table.premove(this.name(move)) : t.table.premoveGone);
    table.redraw();
  }

  /** Without a word: the game is over, or what it followed did not happen. */
  drop(): void {
    this.kept = null;
  }

  /** Makes the move if the turn has come and it is legal now; else it is dropped with a sentence. */
  try(): void {
    const { table, kept } = this;
    if (!kept || table.isSending || !table.mayAct) return;
    if (table.replay.isShown) table.replay.show(null);
    const result = table.game?.premoved?.(kept) ?? 'impossible';
    if (result === 'later') return;
    this.kept = null;
    if (result === 'made') return;
    table.refusal = t.table.premoveImpossible(this.name(kept));
    table.say(table.refusal);
  }

  /** For people: `e2–e4`. */
  private name(move: Premove): string {
    return this.table.game?.nameAhead?.(move) ?? `${move.from}–${move.to}`;
  }
}
