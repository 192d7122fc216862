/** How to play DMChess: the words. */
import type { StepText } from '../lesson';

export const steps = {
  boards: {
    title: 'Eight boards, one move',
    text: [
      'DMChess is played on eight boards, the dimensions D1 to D8, each with a full set. A turn is one move, on any of them. One board is large; tap a small one, or press 1 to 8, to look at another.',
    ],
    tasks: ['Open D3 and move the pawn there from e2 to e4.'],
    done: 'Within one board everything is as in chess.',
    hint: 'Go to board D3: press 3, or tap it. There, e2 to e4.',
  },
  energy: {
    title: 'Energy',
    text: [
      'The small digit beside a piece is its dimensional energy: at first the number of its board. It grows by one when the piece captures, and when it ends a move on a charged energy square, one of the yellow diamonds.',
    ],
    tasks: ['On D1, move the pawn from e2 to e4, onto the diamond.'],
    done: 'Its energy is 2 now. The square is used up for three turns; the count is shown on it.',
    hint: 'On D1, e2 to e4.',
  },
  portals: {
    title: 'Through a portal',
    text: [
      'Circles are portals. They are on the same squares of all boards, and the number says how many boards apart they connect. To go through, a piece needs as much energy as the boards are apart.',
      'Such a move has two parts: one chess move to a portal (none, if the piece stands on one), through it to the same square of the other board, and one chess move on. It may capture at the end, but not on a portal.',
    ],
    tasks: ['Pick up the knight on b1 of D1. Every square it can reach lights up. Send it to b5 on D2.'],
    done: 'b1 to a3, through the portal to a3 on D2, and on to b5. The knight has energy 1, so it can go no further than one board.',
    hint: 'Pick up the knight on b1 of D1, then open D2 and choose b5.',
  },
  capture: {
    title: 'Strike from elsewhere',
    text: [
      'Pieces attack through portals just as they move through them. Only pieces on a portal square are safe from other dimensions, as the kings are at home.',
    ],
    tasks: ['With the queen of D2, capture the rook on g5 of D3.'],
    done: 'The queen gains one energy by the capture. A small board with a dashed frame has squares that the selected piece can reach.',
    hint: 'Pick up the queen on c3 of D2, open D3 and choose g5.',
  },
  kings: {
    title: 'Eight kings',
    text: [
      'You have a king on every board, and only the last one is sacred. As long as another of your kings is safe, you may leave a king attacked, and it may be captured.',
      'A dimension where you have a king and the other side has none is yours. Holding five of them for a full turn wins the game: dominance.',
    ],
    tasks: ['You control D5 to D8. Capture the black king on D4.', 'Five are yours. Hold them: make any move.'],
    done: 'Five dimensions for a full turn: White wins by dominance.',
    hint: 'On D4 the rook on e2 has an open file.',
  },
  shift: {
    title: 'The portals shift',
    text: [
      'After every eighth move of Black the portals of ranks 3 to 6 slide one file to the right. In the turn before, dashed rings show where they will be.',
      'A piece standing where a portal opens is moved aside. An arrow shows it: on D2 the black knight will have to go from c6 to d6.',
    ],
    tasks: ['Make any move, and watch the portals when Black has moved.'],
    done: 'The rings have moved, and the knight stands on d6.',
    hint: '',
  },
  law: {
    title: 'Balance',
    text: [
      'Each dimension should hold pieces of its own energy. The gauges show how far it is out of balance: a piece of energy 4 on D2 counts +2 there.',
      'From move 17 on the law binds: no move may push the imbalance of a dimension beyond ±8, or further beyond. Before that you may prepare.',
    ],
  },
  placing: {
    title: 'Kings in secret',
    text: [
      'With the variant “Kings placed in secret” each side first places its kings: on home squares, or on the third rank of any dimension, several on one board if you like. Both placements are shown only when both are done.',
    ],
    tasks: ['Place your eight kings and confirm. “All at home” is a good start.'],
    done: 'Your kings are placed. The other side learns of them only when it has placed its own.',
    hint: '',
  },
  puzzle: {
    title: 'Your turn: mate in one',
    text: ['Black has one king left, on b8 of D1. Your queen and rook stand on D2.'],
    tasks: ['White to move. Mate the last king.'],
    done: 'Checkmate. The queen comes out of D2 onto b7, and the rook on f8 of D2 protects it through its portal.',
    hint: 'Not mate yet. Which capture on D1 would your rook protect from D2?',
  },
} satisfies Record<string, StepText>;
