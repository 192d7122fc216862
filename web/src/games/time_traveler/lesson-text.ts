/** How to play Time Traveler's Chess: the words. */
import type { StepText } from '../lesson';

export const steps = {
  explosion: {
    title: 'A piece comes out of the future',
    text: [
      'All the rules of chess apply. One kind of turn is new: an explosion. On an empty square two pieces of one kind appear from nowhere: one stays there, the other moves away at once, as if it had stood there.',
      'Choose the knight beside the board (or press N), then d5, then c7. Or tap d5 first.',
    ],
    tasks: ['Explode a knight on d5 and let it capture the pawn on c7.'],
    done: 'The one on d5 is traveling: dashed and pale, with an arrow pointing back. It moves backwards in time and so stands still. The one on c7 has traveled: two rims and a notch. It moves like any knight.',
    hint: 'A legal turn, but here a knight is wanted: on d5, and from there to c7.',
  },
  meeting: {
    title: 'It must meet itself',
    text: [
      'Where does such a piece come from? From your own future: one of your ordinary pieces must still reach that square and start its journey there. Then both vanish, and only the traveled piece remains.',
      'The loom beside the board shows which pieces could close the story, and how many moves away each is.',
    ],
    tasks: ['Move the knight on c3 onto its traveling self on d5.'],
    done: 'The story is closed: b1, c3, d5, back in time, and on to c7. With no traveling pieces left you are resolved, and so the knight on c7 finally gives check.',
    hint: 'Close the story first: the knight on c3 goes to d5.',
    wrong: {
      c7e8: 'Well seen: taking the king is mate, since nothing stops your knight on c3 from closing the story. But look at the closing itself first: c3 to d5.',
    },
  },
  support: {
    title: 'Support',
    text: [
      'You cannot explode just anything anywhere. One of your untraveled pieces must support it: given three turns in a row, it could stand on that square as a piece of that kind. Even a pawn that would promote on its way counts.',
      'Each piece pays for one explosion per game. Choose a kind and move over the lit squares: the underlined pieces support it.',
    ],
    tasks: ['Explode a rook, wherever you like.'],
    done: 'A rook needs three moves to get past its pawn, so at first it never appears far away. You need not say which piece paid: it is enough that different pieces can pay for all your explosions.',
    hint: 'Choose the rook beside the board, or press R.',
  },
  grammar: {
    title: 'Grammar: how games are lost',
    text: [
      'White has exploded a knight on f6 and taken your king on e8. You play on without it: losing the king is not the end while the other side has a traveling piece on the board.',
      'A story that can never be closed makes no sense, so capturing a traveling piece wins at once.',
    ],
    tasks: ['You are Black. Capture the traveling knight on f6.'],
    done: 'White’s knight on f6 can never be met: the position is grammatically incorrect, and White has lost, king or no king. The same happens when the last piece that could meet it is lost.',
    hint: 'Legal, but you can win at once: three of your pieces attack f6.',
  },
  danger: {
    title: 'Close it in time',
    text: [
      'A traveling piece cannot run away. If it is attacked you must meet it this very turn, capture the attacker, or block its way. A red frame and the word “attacked” in the loom warn you.',
      'A small diamond marks a piece that must not be lost, because no other could take its part.',
    ],
    tasks: ['Your traveling knight on d5 is attacked by the pawn on e6. Save the game.'],
    done: 'Met in time. A traveling piece within reach of pawns needs its partner nearby.',
    wrong: { c7e6: 'That takes the attacker, and is no mistake. But close the story, and the worry is over for good.' },
    hint: 'That loses the knight on d5, and with it the game. Which piece is one move away?',
  },
  check: {
    title: 'Kings and check',
    text: [
      'You are in check only if the other side could take your last king and have no traveling piece left after it. Against an unresolved player your king may stay under attack.',
      'You are Black. The knight on c7 attacks your king, but White’s story on d5 is open: you are not in check.',
    ],
    tasks: ['Attack the knight on d5 with a pawn.'],
    done: 'Now White must spend the turn on closing the story. Attacking a traveling piece is often the best answer to an attack on the king.',
    hint: 'Legal. But which pawn move attacks d5?',
  },
  puzzle: {
    title: 'Your turn: mate in one',
    text: [
      'White has taken the black king with a bishop out of b5; that story is still open. Black has put a queen on c4 to keep the bishop on d3 from reaching b5.',
    ],
    tasks: ['White to move. After which move can Black no longer stop the end?'],
    done: 'Checkmate. Bishop takes c4, and b5 is next: the story will close, you will be resolved, and Black has no king. No exploding piece may capture the bishop on c4, which is needed, or the one on b5.',
    hint: 'After that Black can still get in the way, or better. What keeps your bishop from b5?',
  },
} satisfies Record<string, StepText>;
