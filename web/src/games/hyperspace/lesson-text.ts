/** How to play Hyperspace Chess: the words. */
import type { StepText } from '../lesson';

export const steps = {
  leave: {
    title: 'Leave the board',
    text: [
      'Everything you know of chess holds. Instead of a move, a queen, rook, bishop or knight may leave for hyperspace: you say for how many turns, and choose in secret the square on which it will return.',
      'Drag a piece off the board to the time-line, choose the turn, then the square.',
    ],
    tasks: ['Send the knight from b1 away for 1 turn. Choose any square for its return.'],
    done: 'Your opponent sees that a knight has left and when it returns, but not where. Here on the study board you see everything.',
    hint: 'Here the knight on b1 is to leave for 1 turn.',
  },
  back: {
    title: 'And return',
    text: [
      'A piece that leaves for N turns is away for N full turns of yours and returns at the end of the one after. Only one piece may return in a turn.',
      'This bishop left for 1 turn, so it is away now. It will return to f4 at the end of your next turn but one.',
    ],
    tasks: ['Make any move.', 'The bishop returns at the end of this turn. Make any move.'],
    done: 'It stands on f4 and acts at once: it may give check or mate as it arrives.',
    hint: 'Any move on the board will do.',
  },
  collision: {
    title: 'When the square is taken',
    text: [
      'An enemy piece on the square: yours is lost, and nothing is captured. Your own king: yours is lost too. Another piece of your own: you choose which one stays.',
      'Your rook returns to f3 at the end of this turn, and your knight stands there.',
    ],
    tasks: ['Move the knight out of the way.'],
    done: 'Nothing collides: you keep both. Had you left the knight, you would have been asked which of the two stays.',
    hint: 'Legal, but one of the two was lost. Move the knight away from f3.',
  },
  puzzle: {
    title: 'Your turn: mate with what returns',
    text: ['Your queen returns to h7 at the end of this turn, beside the black king. Alone it would be captured.'],
    tasks: ['White to move. Which move makes the return mate?'],
    done: 'Checkmate. The bishop on d3 guards h7 when the queen arrives.',
    hint: 'Then the king takes the queen on h7. What could guard h7?',
  },
} satisfies Record<string, StepText>;
