/** The secret placement of the kings while the player composes it. It leaves this page only when confirmed. */
import type { Square } from '../../api/types';
import { at, placeOf, type Placing } from './view';

export class Placement {
  private readonly chosen = new Set<string>();

  get count(): number {
    return this.chosen.size;
  }

  get isFull(): boolean {
    return this.chosen.size === 8;
  }

  has(dimension: number, square: Square): boolean {
    return this.chosen.has(placeOf(dimension, square));
  }

  /** Puts a king on a square, or takes it back. Without effect if all eight stand elsewhere. */
  toggle(dimension: number, square: Square): boolean {
    const place = placeOf(dimension, square);
    if (this.chosen.delete(place)) return true;
    if (this.isFull) return false;
    this.chosen.add(place);
    return true;
  }

  clear(): void {
    this.chosen.clear();
  }

  /** One king on the home square of every dimension: the e-square among those that are offered. */
  allHome(placing: Placing): void {
    this.clear();
    const home = placing.squares.find(square => square === 'e1' || square === 'e8');
    if (!home) return;
    for (let dimension = 1; dimension <= 8; dimension++) this.chosen.add(placeOf(dimension, home));
  }

  on(dimension: number): Square[] {
    return [...this.chosen].map(at).flatMap(place => (place?.dimension === dimension ? [place.square] : []));
  }

  /** The action in machine notation: by dimension, then a1, b1 to h8. */
  get action(): string {
    const places = [...this.chosen].map(at).flatMap(place => (place ? [place] : []));
    const order = (square: Square): number => Number(square[1]) * 8 + square.charCodeAt(0) - 97;
    places.sort((a, b) => a.dimension - b.dimension || order(a.square) - order(b.square));
    return `kings:${places.map(place => `d${place.dimension}${place.square}`).join(',')}`;
  }
}
