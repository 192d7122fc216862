//! What the terminal says.

pub(crate) use manifold_rules::board::player_name as name;

pub(crate) const COMMANDS: &str = "\
Type an action, or one of these:
  moves [e2]     list legal actions (those of the man on e2, and show where it can go)
  undo           take back the last action (against an opponent: also its answer)
  undo turn      take back to the beginning of the turn
  unreveal       Hidden960: take back the last reveal of this turn
  reset          begin again
  flip           turn the board
  clock          show the clocks
  board N        DMChess: show dimension N large
  show           draw the position again
  record         print the record so far
  save FILE      write the record to a file
  rules          print the rules of this game
  draw           agree on a draw (two players)
  resign         give up
  quit           leave; the game is kept: manifold play --resume";
