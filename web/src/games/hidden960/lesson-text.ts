/** How to play Hidden960: the words. */
import type { StepText } from '../lesson';

export const steps = {
  reveal: {
    title: 'A row of questions',
    text: [
      'Your pawns stand as usual. Your back rank is not decided yet: eight grey squares, and a pool of king, queen and two each of rook, bishop and knight. Nothing is secret; you choose later.',
      'On your turn you may reveal: put a piece from the pool on one of your grey squares. This does not count as a move.',
    ],
    tasks: ['Put a queen on d1.', 'Reveals do not end your turn. Now make any move.'],
    done: 'Before a move you may reveal as many squares as you like, or none. Once you have moved, the choice is final.',
    hint: 'Tap d1 and choose the queen.',
  },
  wait: {
    title: 'Wait as long as you can',
    text: [
      'A grey square blocks like a piece, attacks nothing and cannot move. To move a piece from it you first say which piece it is. The later you choose, the better you can respond.',
    ],
    tasks: ['A bishop on f1 could move now. Put one there.', 'Make its first move.'],
    done: 'The bishop was chosen when it was needed, not before.',
    hint: 'Tap f1 and choose a bishop; then move it.',
  },
  forced: {
    title: 'Forced to choose',
    text: [
      'When an enemy piece attacks one of your grey squares, you must say at once what stands there, before you do anything else.',
      'You are Black. The bishop on b5 attacks e8.',
    ],
    tasks: ['Say what stands on e8.'],
    done: 'Had you chosen the king, you would now be in check and would have to save it. While your king is in the pool, nobody can check you.',
    hint: 'Nothing else is possible before e8 is revealed.',
  },
  castling: {
    title: 'Castling',
    text: [
      'A king and a rook that have not moved may castle wherever they were revealed. They end up where they do in chess: king on g1 and rook on f1, or king on c1 and rook on d1. Move the king onto the rook.',
    ],
    tasks: ['Castle: move the king onto the rook on h1.'],
    done: 'Revealing is not moving. The squares in between must be empty, not grey.',
    hint: 'Pick up the king on e1 and put it on the rook on h1.',
  },
  pair: {
    title: 'The last two',
    text: ['The last two grey squares are always revealed together: once one is known, so is the other.'],
    tasks: ['Reveal d1 and e1: choose what stands on one of them.'],
    done: 'One choice for both.',
    hint: 'Tap d1 or e1.',
  },
  puzzle: {
    title: 'Your turn: mate in two actions',
    text: ['Two grey squares are left, with a rook and a bishop to put there. Black’s king stands behind its pawns.'],
    tasks: ['Reveal so that you can mate at once.', 'Now mate.'],
    done: 'Checkmate. On e1 the rook would have been blocked by the pawn on e5.',
    hint: 'Then there is no mate. Which of the two files is open all the way?',
  },
} satisfies Record<string, StepText>;
