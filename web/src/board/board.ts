/**
 * A board: chessground with layers of our own around it. A pure function of its properties; the only thing
 * that it keeps for itself is the selection (unless `selected` is given) and the keyboard's cursor.
 */
import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import type { Config } from '@lichess-org/chessground/config';
import type { DrawShape } from '@lichess-org/chessground/draw';
import type * as cg from '@lichess-org/chessground/types';
import { h, type VNode } from 'snabbdom';
import type { Square } from '../api/types';
import { motionAllowed } from '../ui/motion';
import { grid } from './grid';
import { place, squaresFrom } from './geometry';
import type { Arrow, BoardProps } from './types';

const DURATION_MS = 200;
const EVERYWHERE = squaresFrom('white').flat() as cg.Key[];

/** The chessground of one board, and the properties it was last drawn with. */
class Handle {
  private readonly api: Api;
  private known: Square | null = null;
  /** The premove that the screen knows of: both squares, or an empty string. */
  private knownPremove = '';
  private over: HTMLElement | null = null;
  private readonly unbind: () => void;
  private gone = false;

  constructor(
    host: HTMLElement,
    private props: BoardProps,
  ) {
    this.api = Chessground(host, { ...this.config(), fen: '8/8/8/8/8/8/8/8', animation: { enabled: false } });
    this.api.set({ animation: { enabled: motionAllowed(), duration: DURATION_MS } });
    this.setPieces(false);
    this.unbind = props.viewOnly ? () => {} : this.bindPointer();
  }

  update(props: BoardProps): void {
    // A selection that the screen has not heard of yet is newer than the one it asks for: it stays, and is reported.
    const isTold = (this.api.state.selected ?? null) === this.known;
    // The same goes for a premove: one that was just made or dropped is reported now, and the redraw that follows shows the result.
    const isPremoveNews = this.checkPremove();
    this.props = props;
    this.setPieces(true);
    this.api.set(this.config());
    if (!isPremoveNews) this.setPremove();
    if (!isTold) {
      setTimeout(() => this.checkSelection(), 1);
      return;
    }
    const now = this.api.state.selected ?? null;
    const wanted = props.selected === undefined ? this.known : props.selected;
    if (now !== wanted) {
      if (wanted) {
        this.api.state.selected = wanted as cg.Key;
        this.api.state.dom.redraw();
      } else this.api.selectSquare(null);
    }
    this.known = wanted;
  }

  /** Does what a tap on the square does. */
  tap(square: Square): void {
    if (this.api.state.selected === square) {
      this.api.selectSquare(null);
      this.props.onSquare?.(square);
    } else this.api.selectSquare(square as cg.Key, true);
    this.checkSelection();
  }

  destroy(): void {
    // Report a pending selection; the deselection by chessground that follows is not the user's.
    this.checkSelection();
    this.gone = true;
    this.unbind();
    this.api.destroy();
  }

  private config(): Config {
    const { props } = this;
    const squares = new Map<cg.Key, string>();
    const add = (square: Square, name: string): void => {
      const key = square as cg.Key;
      const before = squares.get(key);
      squares.set(key, before ? `${before} ${name}` : name);
    };
    for (const [square, name] of props.squares ?? []) add(square, name);
    for (const square of props.last ?? []) add(square, 'last-move');
    for (const square of props.checks ?? []) add(square, 'check');
    const occupied = new Set(props.pieces.map(piece => piece.square));
    for (const square of props.lit ?? []) add(square, occupied.has(square) ? 'lit taken' : 'lit');
    const { premove } = props;
    const movable = premove?.color ?? props.movable ?? undefined;
    const turn = movable === 'black' ? 'black' : 'white';
    return {
      orientation: props.orientation,
      coordinates: props.coordinates ?? true,
      viewOnly: props.viewOnly ?? false,
      autoCastle: false,
      disableContextMenu: true,
      blockTouchScroll: true,
      // Chessground tells a move from a premove by whose turn it is.
      turnColor: premove ? (turn === 'white' ? 'black' : 'white') : turn,
      highlight: { lastMove: false, check: false, custom: squares },
      animation: { enabled: motionAllowed(), duration: DURATION_MS },
      movable: {
        free: false,
        color: movable,
        dests: new Map([...(props.targets ?? [])].map(([from, to]) => [from as cg.Key, [...to] as cg.Key[]])),
        // A premove may go anywhere, so marking its targets would say nothing.
        showDests: !premove,
        rookCastle: true,
        events: { after: (from, to) => this.props.onMove?.(from, to) },
      },
      premovable: {
        enabled: premove !== undefined,
        customDests: premove
          ? new Map(
              props.pieces
                .filter(piece => piece.color === premove.color && piece.role !== 'hidden')
                .map(piece => [piece.square as cg.Key, EVERYWHERE]),
            )
          : undefined,
        events: { set: () => void this.checkPremove(), unset: () => void this.checkPremove() },
      },
      predroppable: { enabled: false },
      draggable: { enabled: true, showGhost: true, distance: 4 },
      drawable: { enabled: !props.viewOnly, visible: true, autoShapes: (props.arrows ?? []).map(shape) },
      events: {
        select: key => {
          this.props.onSquare?.(key);
          this.checkSelection();
        },
      },
    };
  }

  private setPieces(animated: boolean): void {
    const wanted = new Map<cg.Key, cg.Piece>(
      this.props.pieces.map(piece => [
        piece.square as cg.Key,
        { color: piece.color, role: (piece.look ? `${piece.role} ${piece.look}` : piece.role) as cg.Role },
      ]),
    );
    const diff: cg.PiecesDiff = new Map();
    for (const [key, piece] of this.api.state.pieces) {
      const there = wanted.get(key);
      if (key !== 'a0' && (there?.role !== piece.role || there.color !== piece.color)) diff.set(key, undefined);
    }
    for (const [key, piece] of wanted) {
      const here = this.api.state.pieces.get(key);
      if (here?.role !== piece.role || here.color !== piece.color) diff.set(key, piece);
    }
    if (diff.size === 0) return;
    if (!animated) this.api.state.animation.enabled = false;
    this.api.setPieces(diff);
    const { selected } = this.api.state;
    if (selected && diff.has(selected)) {
      this.api.selectSquare(null);
      this.checkSelection();
    }
  }

  private checkSelection(): void {
    const now = this.api.state.selected ?? null;
    if (now === this.known || this.gone) return;
    this.known = now;
    this.props.onSelected?.(now);
  }

  /** Sets the premove that the screen wants. */
  private setPremove(): void {
    const wanted = this.props.premove?.current ?? null;
    const text = wanted ? wanted.from + wanted.to : '';
    if (text === this.knownPremove) return;
    this.knownPremove = text;
    this.api.state.premovable.current = wanted ? [wanted.from as cg.Key, wanted.to as cg.Key] : undefined;
    this.api.state.dom.redraw();
  }

  /** Reports a premove that was made or dropped on the board to the screen. Returns whether there was one. */
  private checkPremove(): boolean {
    const now = this.api.state.premovable.current;
    const text = now ? now.join('') : '';
    if (text === this.knownPremove || this.gone) return false;
    this.knownPremove = text;
    if (now) this.props.premove?.onSet(now[0], now[1]);
    else this.props.premove?.onUnset();
    return true;
  }

  /** Handles drags that leave the board. Our listeners run before chessground's, which discards the drag. */
  private bindPointer(): () => void {
    const drag = (): { from: Square; x: number; y: number } | null => {
      const current = this.api.state.draggable.current;
      return current?.started ? { from: current.orig, x: current.pos[0], y: current.pos[1] } : null;
    };
    const target = (x: number, y: number): HTMLElement | null =>
      document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop]') ?? null;
    const setOver = (from: Square, over: HTMLElement | null, x = 0, y = 0): void => {
      if (over === null && this.over === null) return;
      if (over !== this.over) {
        this.over?.classList.remove('drop-over');
        over?.classList.add('drop-over');
        this.over = over;
      }
      this.props.onDragOver?.(from, over, x, y);
    };
    // Chessground handles the event after us, so the pointer position that it knows is from the previous event.
    const pointOf = (event: Event, known: { x: number; y: number }): { x: number; y: number } => {
      const touch =
        'touches' in event ? (event as TouchEvent).touches[0] : event instanceof MouseEvent ? event : undefined;
      return touch ? { x: touch.clientX, y: touch.clientY } : known;
    };
    const onMove = (event: Event): void => {
      const at = drag();
      if (!at) return;
      const { x, y } = pointOf(event, at);
      setOver(at.from, target(x, y), x, y);
    };
    const onEnd = (event: Event): void => {
      const at = drag();
      if (at) {
        const point = pointOf(event, at);
        const over = target(point.x, point.y);
        setOver(at.from, null);
        if (over) setTimeout(() => this.props.onDropOutside?.(at.from, over, point.x, point.y), 2);
      }
      setTimeout(() => this.checkSelection(), 1);
    };
    const capture = { capture: true, passive: true };
    // The board may have moved since it was last measured: a line above it may have grown.
    const onStart = (): void => this.api.state.dom.bounds.clear();
    const starts = ['mousedown', 'touchstart'];
    for (const name of starts) document.addEventListener(name, onStart, capture);
    const moves = ['mousemove', 'touchmove'];
    const ends = ['mouseup', 'touchend'];
    for (const name of moves) document.addEventListener(name, onMove, capture);
    for (const name of ends) document.addEventListener(name, onEnd, capture);
    return () => {
      for (const name of starts) document.removeEventListener(name, onStart, capture);
      for (const name of moves) document.removeEventListener(name, onMove, capture);
      for (const name of ends) document.removeEventListener(name, onEnd, capture);
    };
  }
}

function shape(arrow: Arrow): DrawShape {
  return { orig: arrow.from as cg.Key, dest: arrow.to as cg.Key | undefined, brush: arrow.brush ?? 'green' };
}

const handles = new WeakMap<Node, Handle>();

/** Draws a board. It fills its parent's width and is square. */
export function board(props: BoardProps): VNode {
  let host: Node | undefined;
  const tap = (square: Square): void => {
    if (host) handles.get(host)?.tap(square);
  };
  return h('div.board', { key: `board-${props.id}`, attrs: { 'data-board': props.id } }, [
    h('div.cg-host', {
      key: props.viewOnly ? 'shown' : 'played',
      hook: {
        insert: vnode => {
          host = vnode.elm;
          if (host) handles.set(host, new Handle(host as HTMLElement, props));
        },
        postpatch: (_, vnode) => {
          host = vnode.elm;
          if (host) handles.get(host)?.update(props);
        },
        destroy: vnode => {
          if (vnode.elm) handles.get(vnode.elm)?.destroy();
        },
      },
    }),
    h(
      'div.marks',
      { attrs: { 'aria-hidden': 'true' } },
      (props.marks ?? []).map((mark, index) =>
        h(
          `div.mark.${mark.kind.trim().split(/\s+/).join('.')}`,
          { key: mark.key ?? `${mark.square}-${mark.kind}-${index}`, style: place(mark.square, props.orientation) },
          mark.content === undefined ? [] : [mark.content],
        ),
      ),
    ),
    ...(props.viewOnly ? [] : [grid(props, tap)]),
    ...(props.over ?? []),
  ]);
}
