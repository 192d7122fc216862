/** The choices for a new game, and their consequences. */
import type { ClockChoice, ColorChoice, Opponent, Placement, Variants } from '../../api/types';
import { t } from '../../text';
import type { App } from '../../ui/page';
import { settings } from '../../ui/settings';
import { Placements } from '../placement';

/** The kinds of opponents: those of the API, a player challenged by name, and anyone by a seek. */
type OpponentKind = Opponent['kind'] | 'player' | 'anyone';
/** `none`, `custom`, `correspondence`, or a preset of the server's. */
type ClockKind = string;

interface Form {
  variant: string;
  opponent: OpponentKind;
  level: number;
  color: ColorChoice;
  clock: ClockKind;
  minutes: number;
  increment: number;
  days: number;
  takebacks: boolean;
  /** Of a challenge, or of a game against anyone. */
  rated: boolean;
  /** Of a game by link: friends without an account cannot play a rated one. */
  ratedLink: boolean;
  /** Whether anyone must have a rating from `lowest` to `highest`. */
  range: boolean;
  lowest: number;
  highest: number;
  /** Against the computer, where that can be rated. */
  placement: boolean;
}

/** The number fields with their minimum and maximum. */
export const BOUNDS = {
  minutes: [0.5, 180],
  increment: [0, 180],
  days: [1, 14],
  lowest: [400, 4000],
  highest: [400, 4000],
} as const;

export type Typed = keyof typeof BOUNDS;

const KINDS: readonly OpponentKind[] = ['engine', 'anyone', 'player', 'link', 'same-board'];

const usual = (variant: string): Form => ({
  variant,
  opponent: 'engine',
  level: 1,
  color: 'random',
  clock: 'none',
  minutes: 10,
  increment: 5,
  days: 3,
  takebacks: true,
  rated: true,
  ratedLink: false,
  range: false,
  lowest: 1300,
  highest: 1700,
  placement: false,
});

export class Choice {
  readonly form: Form;
  playerName: string;
  private readonly placements: Placements;
  /** The invalid texts in number fields. */
  private readonly unusable = new Map<Typed, string>();
  /**
   * The invalid fields that show their error, which they do only once the button has been pressed. If they did so on blur, the error
   * message would move the button away from under the very click that caused the blur, and the click would be lost.
   */
  private readonly told = new Set<Typed>();
  private offered: Variants | null = null;

  /** `asked` has the opponent that the address names: a kind and, for a player, the name. */
  constructor(
    private readonly app: App,
    private readonly game: string,
    asked: URLSearchParams,
  ) {
    this.form = { ...usual(game), ...(settings.newGame(game) as Partial<Form> | undefined) };
    const kind = asked.get('opponent') as OpponentKind;
    if (KINDS.includes(kind)) this.form.opponent = kind;
    this.playerName = asked.get('name') ?? '';
    this.placements = new Placements(app);
  }

  /** The server has sent the available variants, clocks and levels. */
  offer(offered: Variants): void {
    this.offered = offered;
    const { variants } = this;
    if (variants.length && !variants.some(one => one.id === this.form.variant)) this.form.variant = this.game;
  }

  set(change: Partial<Form>): void {
    Object.assign(this.form, change);
    this.app.redraw();
  }

  /** A number field was edited. */
  type(field: Typed, text: string): void {
    const value = text.trim() === '' ? NaN : Number(text);
    const [least, greatest] = BOUNDS[field];
    const isUsable = value >= least && value <= greatest && (field === 'minutes' || Number.isInteger(value));
    if (isUsable) {
      this.form[field] = value;
      this.unusable.delete(field);
      this.told.delete(field);
    } else this.unusable.set(field, text);
    this.app.redraw();
  }

  /** The text of a number field. */
  text(field: Typed): string {
    return this.unusable.get(field) ?? String(this.form[field]);
  }

  private isWrong(field: Typed): boolean {
    return this.unusable.has(field);
  }

  /** Shows the errors beside the fields until they are corrected. */
  tell(): void {
    for (const field of this.unusable.keys()) this.told.add(field);
    this.app.redraw();
  }

  isTold(field: Typed): boolean {
    return this.told.has(field);
  }

  /** The first visible field with an invalid number. */
  get wrong(): Typed | undefined {
    const hasRange = this.isRated && this.opponent === 'anyone' && this.form.range;
    const ratings: Typed[] = hasRange ? ['lowest', 'highest'] : [];
    return this.wrongClock ?? ratings.find(field => this.isWrong(field));
  }

  private get wrongClock(): Typed | undefined {
    const fields: Record<ClockKind, Typed[]> = { custom: ['minutes', 'increment'], correspondence: ['days'] };
    return fields[this.clockShown]?.find(field => this.isWrong(field));
  }

  keep(): void {
    settings.keepNewGame(this.game, { ...this.form, clock: this.clockShown });
  }

  get variants(): Variants['games'][number]['variants'] {
    return this.offered?.games.find(entry => entry.id === this.game)?.variants ?? [];
  }

  get levels(): number[] {
    return this.offered?.levels ?? [1, 2, 3, 4, 5, 6, 7, 8];
  }

  /** Guests cannot challenge players by name. */
  get opponent(): OpponentKind {
    return this.form.opponent === 'player' && this.app.me?.account === false ? 'engine' : this.form.opponent;
  }

  /** Whether the game can be rated. */
  get mayBeRated(): boolean {
    return (
      this.app.me?.account === true &&
      ['anyone', 'player', 'link'].includes(this.opponent) &&
      this.clockShown !== 'none'
    );
  }

  /** Whether the game is to be rated. */
  get isRated(): boolean {
    if (!this.mayBeRated) return this.form.placement && this.placement?.number != null;
    return this.opponent === 'link' ? this.form.ratedLink : this.form.rated;
  }

  /** The server's answer about a rated game against the computer, with these choices. */
  get placement(): Placement | null {
    const { variant, level } = this.form;
    const clock = this.opponent === 'engine' && !this.wrongClock ? this.clock : null;
    return clock && this.placements.of({ variant, clock, level });
  }

  /** The requested colour; `null` for a random one, as in all rated games. */
  get color(): Exclude<ColorChoice, 'random'> | null {
    const { color } = this.form;
    return this.isRated || color === 'random' ? null : color;
  }

  /** The range of opponents' ratings. The fields do not adjust each other, as the user may still be typing into one. */
  get ratings(): [number, number] | null {
    const { range, lowest, highest } = this.form;
    return this.isRated && range ? [Math.min(lowest, highest), Math.max(lowest, highest)] : null;
  }

  /** Whether days per move are possible: for a seek the player needs an account, to come back as the same player. */
  private get hasDays(): boolean {
    const { opponent } = this;
    return opponent === 'link' || opponent === 'player' || (opponent === 'anyone' && this.app.me?.account === true);
  }

  /** The clocks that can be chosen now. */
  get clocks(): { value: ClockKind; label: string }[] {
    return [
      { value: 'none', label: t.newGame.noClock },
      ...(this.offered?.clocks ?? [])
        .filter(one => !['none', 'custom', 'correspondence'].includes(one.id))
        .map(one => ({ value: one.id, label: one.name })),
      { value: 'custom', label: t.newGame.custom },
      ...(this.hasDays ? [{ value: 'correspondence', label: t.newGame.correspondence }] : []),
    ];
  }

  /** The clock shown as chosen, which is the one that counts: the stored choice may no longer be on offer. */
  get clockShown(): ClockKind {
    return this.clocks.some(one => one.value === this.form.clock) ? this.form.clock : 'none';
  }

  get clock(): ClockChoice | null {
    const { minutes, increment, days } = this.form;
    const shown = this.clockShown;
    switch (shown) {
      case 'none':
        return null;
      case 'custom':
        return { kind: 'custom', seconds: Math.round(minutes * 60), increment };
      case 'correspondence':
        return { kind: 'correspondence', days };
      default:
        return { kind: 'preset', id: shown };
    }
  }
}
