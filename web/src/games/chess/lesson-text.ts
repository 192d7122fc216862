/** How to play chess: the words. */
import type { StepText } from '../lesson';

export const steps = {
  move: {
    title: 'Making a move',
    text: ['Tap a piece and then the square where it should go, or drag it there. Dots show where it can go.'],
    tasks: ['Move the pawn from e2 to e4.', 'Now bring the knight from g1 to f3.'],
    done: 'The squares of the last move stay marked. In a game you can also type your moves: e4, Nf3.',
    hint: 'A good move, but here follow the task.',
  },
  check: {
    title: 'Capture and check',
    text: [
      'You capture by moving onto an enemy piece.',
      'The queen attacks your king: you are in check. You must capture the attacker, block its line or move the king. If nothing helps, it is checkmate.',
    ],
    tasks: ['Capture the queen with the knight.'],
    done: 'No more check, and you are a queen up. Moves that leave your king in check are not offered.',
    hint: 'That ends the check, but the knight on f3 can capture the queen.',
  },
  castling: {
    title: 'Castling',
    text: [
      'The king goes two squares towards a rook, and the rook jumps over it. Neither may have moved, nothing may stand between them, and the king may not be in check, nor pass or reach an attacked square.',
    ],
    tasks: ['Castle: move the king from e1 to g1.'],
    done: 'King on g1, rook on f1, in one move. You may also put the king on its rook.',
    hint: 'Pick up the king on e1 and put it on g1.',
  },
  enPassant: {
    title: 'En passant',
    text: [
      'A pawn that has just gone two squares can be captured as if it had gone one, but only at once and only by a pawn.',
      'Black’s pawn has gone from d7 to d5, past your pawn on e5.',
    ],
    tasks: ['Capture it: move the pawn from e5 to d6.'],
    done: 'The pawn on d5 is gone. A move later it would have been safe from this.',
    hint: 'Legal, but the chance is gone with the next move. Move e5 to d6.',
  },
  promotion: {
    title: 'Promotion',
    text: ['A pawn that reaches the last rank becomes a queen, rook, bishop or knight, whatever you still have.'],
    tasks: ['Move the pawn to e8 and choose a queen.'],
    done: 'A queen. Only a premove, made before your turn, promotes to a queen without asking.',
    hint: 'Move the pawn from e7 to e8 and choose the queen.',
  },
  shuffled: {
    title: 'Chess960',
    text: [
      'In Chess960 the back rank is shuffled, the same for both sides. You castle from wherever king and rook stand, and they end up where they do in chess: king on g1 and rook on f1, or king on c1 and rook on d1.',
    ],
    tasks: ['Castle: move the king onto the rook on h1.'],
    done: 'From c1 to g1 in one move. All other rules are those of chess.',
    hint: 'Pick up the king on c1 and put it on the rook on h1.',
  },
  puzzle: {
    title: 'Your turn: mate in two',
    text: ['Black’s king has one free square left, g8, and your knight on h6 attacks it.'],
    tasks: ['White to move. Which move leaves Black only one answer?', 'Now mate.'],
    done: 'Checkmate. Black’s own rook and pawns leave the king no square: a smothered mate.',
    hint: 'Then it is not mate in two. Which square of the king does your knight protect?',
  },
} satisfies Record<string, StepText>;
