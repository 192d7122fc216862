/** How to play Hidden960: the words. */
import type { StepText } from '../lesson';

export const steps = {
  reveal: {
    title: 'A row of questions',
    text: [
      'Your pawns stand as ever. Your back rank is not decided yet: eight grey squares, and a pool of king, queen and two each of rook, bishop and knight. Nothing is secret; you choose later.',
      'In your turn you may reveal: put a man of the pool on one of your grey squares. It costs no move.',
    ],
    tasks: ['Put a queen on d1.', 'Reveals do not end your turn. Now make any move.'],
    done: 'Reveal as much as you like before a move, or nothing at all. Once you have moved, the choice is final.',
    hint: 'Tap d1 and choose the queen.',
  },
  wait: {
    title: 'Wait as long as you can',
    text: [
      'A grey square blocks like a man, attacks nothing and cannot move. To move a man from it you first say what it is. The later you choose, the better you can answer.',
    ],
    tasks: ['f1 has become free to move. Put a bishop there.', 'Give it its first move.'],
    done: 'The bishop was chosen when it was needed, not before.',
    hint: 'Tap f1 and choose a bishop; then move it.',
  },
  forced: {
    title: 'Forced to choose',
    text: [
      'When a man of the other side attacks one of your grey squares you must say at once what stands there, before anything else.',
      'You are Black. The bishop on b5 attacks e8.',
    ],
    tasks: ['Say what stands on e8.'],
    done: 'Had you chosen the king you would be in check now and had to save it. While your king is in the pool nobody can check you.',
    hint: 'Nothing else is possible before e8 is revealed.',
  },
  castling: {
    title: 'Castling',
    text: [
      'A king and a rook that have not moved may castle wherever they were revealed. They end where they do in chess: king on g1 and rook on f1, or on c1 and d1. Move the king onto the rook.',
    ],
    tasks: ['Castle: king takes the rook on h1.'],
    done: 'Revealing is not moving. What is in between must be empty, and not grey.',
    hint: 'Take the king on e1 and put it on the rook on h1.',
  },
  pair: {
    title: 'The last two',
    text: ['The last two grey squares are always revealed together: with one of them the other is known.'],
    tasks: ['Reveal d1 and e1: choose what stands on one of them.'],
    done: 'One choice for both.',
    hint: 'Tap d1 or e1.',
  },
  puzzle: {
    title: 'Your turn: mate in two actions',
    text: ['Two grey squares are left, and a rook and a bishop to put there. Black’s king stands behind its pawns.'],
    tasks: ['Reveal so that you can mate at once.', 'And mate.'],
    done: 'Checkmate. On e1 the rook would have met the pawn on e5.',
    hint: 'Then there is no mate. Which of the two files is open to the end?',
  },
} satisfies Record<string, StepText>;
