/** A game as the rest of the client knows it. */
import type { VNode } from 'snabbdom';
import type { Schemas } from '../api/types';
import type { BoardPiece } from '../board/types';
import type { App, Page } from '../ui/page';
import type { Lesson } from './lesson';
import type { GameScreen, Host } from './screen';

/**
 * A game's entry in the registry (`games/index.ts`). Everything but the name and a few texts is code that is loaded
 * when it is first needed.
 */
export interface Game {
  /** The server's name for it, without options: `time-traveler`. */
  id: Schemas['GameName'];
  about: About;
  screen(): Promise<ScreenModule>;
  loop(): Promise<{ loop: Loop }>;
  lesson(): Promise<{ lesson: Lesson }>;
  /** Reads the boards of a position given as text, if it is not a single board as in FEN. */
  boards?(position: string): BoardPiece[][];
  /** A page that proves, after the end, that nothing secret was changed: `/g/ID/verify`. */
  verify?(): Promise<{ verifyPage(app: App, id: string): Page }>;
}

export interface ScreenModule {
  createScreen(host: Host): GameScreen;
}

/** The colours of `styles/tokens.css` that mark a game: `[data-accent]`. */
export type Accent = 'slate' | 'violet' | 'amber' | 'teal' | 'blue';

/** The part of a game that is needed before its code is loaded. */
export interface About {
  title: string;
  /** The idea in one or two short sentences. */
  idea: string;
  accent: Accent;
  /** Names of the variants, by the server's identifier, if there are several to choose from. */
  variants?: Record<string, { name: string; note: string }>;
  /** A note for two players at one screen, if the game needs one. */
  sameBoardNote?: string;
  /** The name of the instrument beside the board, if there is one. */
  instrument?: string;
  /** The placeholder of the field in which moves are typed. */
  notationHint: string;
  /** Keys of this game: the key and what it does. */
  keys?: readonly (readonly [string, string])[];
}

/** The loop on the home card: about ten seconds of the game's idea on a small board, without asking the server. */
export interface Loop {
  /** How many frames there are. */
  length: number;
  /** How long each is shown, in milliseconds. */
  ms: number;
  /** One sentence for readers who cannot see the animation. */
  caption: string;
  draw(frame: number): VNode;
}

/** A loop whose frames are plain data. */
export function loopOf<Frame>(
  ms: number,
  caption: string,
  frames: readonly Frame[],
  draw: (frame: Frame) => VNode,
): Loop {
  return { length: frames.length, ms, caption, draw: index => draw(frames[index % frames.length] as Frame) };
}

/** The attributes that mark elements of a game for the style sheets. */
export function marked({ id, about }: Pick<Game, 'id' | 'about'>): Record<string, string> {
  return { 'data-game': id, 'data-accent': about.accent };
}
