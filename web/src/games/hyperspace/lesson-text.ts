/** How to play Hyperspace Chess: the words. */
import type { StepText } from '../lesson';

export const steps = {
  leave: {
    title: 'Leave the board',
    text: [
      'All the rules of chess apply. Instead of moving, a queen, rook, bishop or knight may leave for hyperspace: you announce for how many turns, and secretly choose the square to which it will return.',
      'Drag a piece off the board onto the departure board, choose the turn, then the square.',
    ],
    tasks: ['Send the knight on b1 away for 1 turn. Choose any square for its return.'],
    done: 'Your opponent sees that a knight has left and when it will return, but not where. On this study board you see everything.',
    hint: 'Here the knight on b1 should leave for 1 turn.',
  },
  back: {
    title: 'And return',
    text: [
      'A piece that leaves for N turns is away for N full turns of yours and returns at the end of the one after. Only one of your pieces may return on a turn.',
      'This bishop left for 1 turn, so it is away now. It returns to f4 at the end of your turn after next.',
    ],
    tasks: ['Make any move.', 'The bishop returns at the end of this turn. Make any move.'],
    done: 'It stands on f4 and acts at once: it may even give check or mate as it arrives.',
    hint: 'Any move on the board will do.',
  },
  collision: {
    title: 'When the square is taken',
    text: [
      'If an enemy piece stands on the square, yours is lost and nothing is captured. If your own king stands there, yours is lost too. If it is another piece of yours, you choose which one stays.',
      'Your rook returns to f3 at the end of this turn, and your knight stands there.',
    ],
    tasks: ['Move the knight out of the way.'],
    done: 'No collision: you keep both. Had you left the knight there, you would have been asked which of the two stays.',
    hint: 'Legal, but one of the two is lost. Move the knight away from f3.',
  },
  puzzle: {
    title: 'Your turn: mate with a return',
    text: [
      'Your queen returns to h7 at the end of this turn, next to the black king. Unprotected, it would be captured.',
    ],
    tasks: ['White to move. Which move makes the return mate?'],
    done: 'Checkmate. The bishop on d3 protects h7 when the queen arrives.',
    hint: 'Then the king takes the queen on h7. What could protect h7?',
  },
} satisfies Record<string, StepText>;
