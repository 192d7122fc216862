/** The line above the boards: kings to be placed, a piece in hand, dominance, check, a coming shift of portals. */
import type { Prompt } from '../screen';
import type { Choice } from './choice';
import { text } from './text';
import { at, type Placing } from './view';

/** The prompt of the game, or `null` for the table's own. */
export function promptOf(choice: Choice): Prompt | null {
  const texts = text.prompt;
  const { view, options, actor } = choice.host.scene;
  if (choice.promotion) return { text: texts.promotion, tone: 'draft' };
  if (view.placing) return placing(choice, view.placing);
  const held = options ? inHand(choice) : null;
  if (held) return held;
  const { dominance } = view;
  if (dominance && actor)
    return { text: texts.dominance(dominance.player, dominance.controlled, dominance.plies_left), tone: 'warning' };
  if (!options) return null;
  if (view.check.length > 0) return check(choice);
  return view.shift.announced ? { text: texts.shift(view.shift.plies_left), tone: 'calm' } : null;
}

function placing(choice: Choice, { white_has_placed }: Placing): Prompt {
  const texts = text.prompt;
  const { seat, pending } = choice.host.scene;
  const { count } = choice.placement;
  if (choice.isPlacing) return { text: texts.place(count), tone: count ? 'draft' : 'calm' };
  const mine = pending !== null || (seat === 'white' && white_has_placed);
  return { text: mine ? texts.placedWaiting : texts.waitingForPlacing(choice.actor), tone: 'calm' };
}

/** The piece in hand, and how far it can go. */
function inHand(choice: Choice): Prompt | null {
  const texts = text.prompt;
  const { hand } = choice;
  const one = hand && choice.pieceAt(hand);
  if (!one) return null;
  const reach = choice.reach();
  const count = [...reach.values()].reduce((sum, squares) => sum + squares.length, 0);
  const place = text.place(hand.dimension, hand.square);
  const boards = [...reach.keys()].sort().map(text.short);
  return {
    text: count === 0 ? texts.stuck(one.role, place) : texts.picked(one.role, place, one.level, count, boards),
    tone: 'draft',
  };
}

/** Kings that are attacked: all of them, or some. */
function check(choice: Choice): Prompt {
  const texts = text.prompt;
  const { dimensions, check: attacked } = choice.host.scene.view;
  const all = dimensions.reduce((sum, one) => sum + one.kings[choice.actor], 0);
  if (all <= attacked.length) return { text: texts.allAttacked(all), tone: 'warning' };
  const places = attacked.map(at).flatMap(place => (place ? [text.place(place.dimension, place.square)] : []));
  return { text: texts.attacked(places, all - attacked.length), tone: 'calm' };
}
