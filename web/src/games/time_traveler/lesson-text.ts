/** How to play Time Traveler's Chess: the words. */
import type { StepText } from '../lesson';

export const steps = {
  explosion: {
    title: 'A man comes out of the future',
    text: [
      'Everything you know of chess holds. One kind of turn is new: an explosion. On an empty square two men of one kind appear from nowhere: one stays there, the other moves away at once, as if it had stood there.',
      'Choose the knight beside the board (or press N), then d5, then c7. Or tap d5 first.',
    ],
    tasks: ['Explode a knight on d5 and let it capture the pawn on c7.'],
    done: 'The one on d5 is traveling: dashed and pale, an arrow pointing back. It moves backwards in time and so stands still. The one on c7 has traveled: two rims and a notch. It moves like any knight.',
    hint: 'A legal turn, but here a knight is wanted: on d5, from there to c7.',
  },
  meeting: {
    title: 'It must meet itself',
    text: [
      'Where does such a man come from? From your own future: one of your ordinary men must still reach that square, and start its journey there. Then both vanish; the traveled man is all that remains.',
      'The loom beside the board shows who could close the story, and how many moves away each is.',
    ],
    tasks: ['Move the knight from c3 onto its traveling self on d5.'],
    done: 'The story is closed: b1, c3, d5, back in time, and on to c7. With no traveling man left you are resolved, and so the knight on c7 gives check at last.',
    hint: 'Close the story first: the knight from c3 goes to d5.',
    wrong: {
      c7e8: 'Well seen: taking the king is mate, since nothing stops your c3 from closing the story. But look at the closing itself first: c3 to d5.',
    },
  },
  support: {
    title: 'Support',
    text: [
      'You cannot explode just anything anywhere. One of your untraveled men must support it: were it your turn three times in a row, it could stand on that square as that kind of man. Even a pawn that would promote on its way counts.',
      'Each man pays for one explosion in a game. Choose a kind and go over the lit squares: the men underlined support it.',
    ],
    tasks: ['Explode a rook, wherever you like.'],
    done: 'A rook needs three moves to get past its pawn, so it never appears far away at first. You need not say which man paid: it is enough that all your explosions can be paid for by different men.',
    hint: 'Choose the rook beside the board, or press R.',
  },
  grammar: {
    title: 'Grammar: how games are lost',
    text: [
      'White has exploded a knight on f6 and taken your king on e8. You play on without it: losing the king is not the end while the other side has a traveling man on the board.',
      'For a story that can never be closed makes no sense. Who captures a traveling man wins at once.',
    ],
    tasks: ['You are Black. Capture the traveling knight on f6.'],
    done: 'White’s knight on f6 can never be met: the position is grammatically incorrect, and White has lost, king or no king. The same happens when the last man that could meet it is lost.',
    hint: 'Legal, but you can win at once: three of your men attack f6.',
  },
  danger: {
    title: 'Close it in time',
    text: [
      'A traveling man cannot run away. If it is attacked you must meet it in this very turn, capture the attacker, or block the way. A red frame and the word “attacked” in the loom warn you.',
      'A small diamond marks a man that must not be lost, because nobody else could take its part.',
    ],
    tasks: ['Your traveling knight on d5 is attacked by the pawn on e6. Save the game.'],
    done: 'Met in time. A traveling man that stands where pawns can reach it needs its partner near.',
    wrong: { c7e6: 'That takes the attacker, and is no mistake. But close the story, and the worry is over for good.' },
    hint: 'That loses the knight on d5 and with it the game. Which man is one move away?',
  },
  check: {
    title: 'Kings and check',
    text: [
      'You are in check only if the other side could take your last king and have no traveling man left after it. Against an unresolved player your king may stand under attack.',
      'You are Black. The knight on c7 attacks your king, but White’s story on d5 is open: you are not in check.',
    ],
    tasks: ['Attack the knight on d5 with a pawn.'],
    done: 'Now White must spend the turn on closing the story. Attacking a traveling man is often the best answer to an attack on the king.',
    hint: 'Legal. But which pawn move attacks d5?',
  },
  puzzle: {
    title: 'Your turn: mate in one',
    text: [
      'White has taken the black king with a bishop out of b5; that story is still open. Black has put a queen on c4 to keep the bishop on d3 from reaching b5.',
    ],
    tasks: ['White to move. After which move can Black no longer stop the end?'],
    done: 'Checkmate. Bishop takes c4, and b5 is next: the story will close, you will be resolved, and Black has no king. An exploding man may capture neither the bishop on c4, which is needed, nor the one on b5.',
    hint: 'After that Black can still get in the way, or better. Who keeps your bishop from b5?',
  },
} satisfies Record<string, StepText>;
