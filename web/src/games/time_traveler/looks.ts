/** How the three stages look: the usual pieces with an addition that is recognizable by shape alone. */
import { h, type VNode } from 'snabbdom';
import type { Color, Role } from '../../api/types';
import { piece } from '../../board/piece';
import type { Stage } from './view';

/** A dashed rim with a small arrow that points back in time: lies over a traveling piece. */
export function travelingRim(): VNode {
  return h('svg.rim', { attrs: { viewBox: '0 0 64 64', 'aria-hidden': 'true' } }, [
    h('circle.halo', { attrs: { cx: 32, cy: 32, r: 28 } }),
    h('circle.dashes', { attrs: { cx: 32, cy: 32, r: 28 } }),
    h('circle.badge', { attrs: { cx: 51, cy: 12, r: 10.5 } }),
    h('path.arrow', { attrs: { d: 'M57 12 H46.5 M50.5 7.5 L46 12 L50.5 16.5' } }),
  ]);
}

/** Two rims and a notch: lies over a traveled piece. */
export function traveledRim(): VNode {
  return h('svg.rim', { attrs: { viewBox: '0 0 64 64', 'aria-hidden': 'true' } }, [
    // Both arcs leave a gap for the notch at the upper right.
    h('path.halo', { attrs: { d: ARC_OUTER } }),
    h('path.outer', { attrs: { d: ARC_OUTER } }),
    h('path.inner', { attrs: { d: ARC_INNER } }),
    h('path.notch', { attrs: { d: 'M60.5 3.5 L53 18.5 L45.5 11 Z' } }),
  ]);
}

const ARC_OUTER = arc(29.5);
const ARC_INNER = arc(25);

/** A circle around the center with a gap for the notch, between one and two o'clock. */
function arc(radius: number): string {
  const point = (degrees: number): string => {
    const angle = (degrees * Math.PI) / 180;
    return `${(32 + radius * Math.cos(angle)).toFixed(1)} ${(32 + radius * Math.sin(angle)).toFixed(1)}`;
  };
  return `M${point(-28)} A${radius} ${radius} 0 1 1 ${point(-62)}`;
}

/** A piece with its stage, outside the board. Sized by its font size. */
export function stagedPiece(color: Color, role: Role, stage: Stage): VNode {
  return h('span.staged', { class: { [stage]: true }, attrs: { 'aria-hidden': 'true' } }, [
    piece(color, role, stage),
    stage === 'traveling' ? travelingRim() : stage === 'traveled' ? traveledRim() : null,
  ]);
}
