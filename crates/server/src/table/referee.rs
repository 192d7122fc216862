//! The rules of one game behind one face, for the places that do not care which game it is.
//!
//! Positions stay in here. What leaves is a view of one viewer as JSON text, notation as one viewer
//! reads it, or [`Hidden`] text for the log.

use std::sync::Arc;
use std::time::Duration;

use manifold_engine::{Finished, Level, Limits, Order, Seat as EngineSeat, study, think};
use manifold_rules::board::{Color, color_name, role_name};
use manifold_rules::game::Game;
use manifold_rules::hyperspace::{Commitment, Departure, Hyperspace};
use manifold_rules::outcome::Outcome;
use manifold_rules::position::{Position, Rules};
use manifold_rules::record::{Note, Record, Salt, Tags};
use manifold_rules::variant::VariantId;
use manifold_rules::viewer::Viewer;
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::seat::Seat;
use crate::games::{Options, Served, View};
use crate::hidden::Hidden;
use crate::names::{Color as ColorName, Role as RoleName, Square};
use crate::problem::{Code, Problem, sentence};

/// The longest action that is looked at, in bytes. (Eight kings take 46.)
const LONGEST: usize = 120;

/// An action that has been judged: legal here, and this player's.
#[derive(Debug, Clone)]
pub(crate) struct Judged {
    /// Whose action it is.
    pub(crate) by: Color,
    /// The action in machine notation.
    pub(crate) action: Hidden,
    /// Whether it says something that nobody else may know yet, and needs a salt.
    pub(crate) is_departure: bool,
}

/// What is known of an action once it has been made.
#[derive(Debug, Clone)]
pub(crate) struct Played {
    pub(crate) by: Color,
    /// The number of the turn in which it was made, and the ply before it.
    pub(crate) number: u32,
    pub(crate) ply: u32,
    /// The player whose turn it was.
    pub(crate) turn: Color,
    /// For White, Black, spectators and the referee.
    pub(crate) notations: [Arc<str>; 4],
    pub(crate) public: Arc<str>,
    pub(crate) lit: Vec<Square>,
    pub(crate) commitment: Option<Commitment>,
    /// The ply after it.
    pub(crate) ply_after: u32,
}

/// One position of a game, as its reader may see it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Ply {
    /// The number of actions before it.
    pub(crate) n: usize,
    /// The action that led here; none for the start.
    #[schema(required)]
    pub(crate) notation: Option<String>,
    /// The same in machine notation: what is public of it while the game goes on.
    #[schema(required)]
    pub(crate) action: Option<String>,
    /// Who must act.
    pub(crate) actor: ColorName,
    /// The squares of the action.
    pub(crate) last: Vec<Square>,
    /// The position; after the end with nothing hidden.
    #[schema(value_type = View)]
    pub(crate) view: Box<RawValue>,
    /// The position as one line of text.
    pub(crate) text: String,
}

/// What the engine thinks of a position.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct AnalysisLine {
    /// The action in machine notation.
    pub(crate) action: String,
    /// The same for people.
    pub(crate) notation: String,
    /// Its worth for the player who acts.
    pub(crate) score: Score,
    /// What is expected to happen, the action first, in notation for people.
    pub(crate) line: Vec<String>,
}

/// A worth: centipawns, or plies to a win by force (negative: to a loss).
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Score {
    /// Hundredths of a pawn.
    Cp(i32),
    /// Plies to the end.
    Mate(i32),
}

/// An analysis of one position.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Analysis {
    /// The best lines, the best first.
    pub(crate) lines: Vec<AnalysisLine>,
    /// The deepest iteration that was completed.
    pub(crate) depth: u32,
    /// Positions looked at.
    pub(crate) nodes: u64,
}

/// Work for the engine, ready to be done elsewhere: it holds what one seat knows, not the position.
pub(crate) type Thinker = Box<dyn FnOnce() -> Option<Hidden> + Send>;

/// The positions of a game as one reader may see them, ready to be looked up elsewhere: of a long game that takes longer
/// than a move may wait.
pub(crate) type History = Box<dyn FnOnce() -> Vec<Ply> + Send>;

/// An analysis of a finished game, ready to be done elsewhere.
pub(crate) type Analyst = Box<dyn FnOnce() -> Option<Analysis> + Send>;

/// A departure of Hyperspace Chess beside its promise.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = VerifiedDeparture)]
pub(crate) struct Verified {
    /// The number of the event.
    pub(crate) n: u64,
    /// The number of the turn in which the piece left.
    pub(crate) turn: u32,
    /// Whose piece it is.
    pub(crate) color: ColorName,
    /// What it is.
    pub(crate) role: RoleName,
    /// The square that it left.
    pub(crate) from: Square,
    /// The square that was named.
    pub(crate) square: Square,
    /// What was published when it left: 64 hexadecimal digits.
    pub(crate) commitment: String,
    /// What opens it, in hexadecimal digits.
    pub(crate) salt: String,
    /// The text whose SHA-256 is the commitment.
    pub(crate) text: String,
    /// Whether the commitment fits.
    pub(crate) holds: bool,
    /// Whether the action was taken back later.
    pub(crate) taken_back: bool,
}

/// What a record says of an action beside it.
pub(crate) struct RowNote {
    pub(crate) clock: Option<Duration>,
    pub(crate) commitment: Option<String>,
    pub(crate) salt: Option<Hidden>,
}

/// How a game ends that does not end on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    Resigned(Color),
    Agreed,
    Flagged(Color),
    Adjudicated(Option<Color>),
}

/// One game of any kind.
pub(crate) trait Referee: Send {
    fn actor(&self) -> Color;
    fn ply(&self) -> u32;
    fn outcome(&self) -> Option<Outcome>;
    fn judge(&self, seat: Seat, text: &str) -> Result<Judged, Problem>;
    /// Plays what has been judged, or stands in the log.
    fn play(
        &mut self,
        action: &Hidden,
        game: &str,
        salt: Option<[u8; 16]>,
    ) -> Result<Played, Problem>;
    /// Takes back all but the first `keep` actions.
    fn truncate(&mut self, keep: usize);
    fn end(&mut self, ending: Ending);
    fn view(&self, viewer: Viewer) -> Box<RawValue>;
    fn options(&self, color: Color) -> Option<Options>;
    fn thinker(&self, color: Color, level: Level, limits: Limits, seed: u64) -> Thinker;
    fn pgn(&self, tags: Tags, notes: Vec<RowNote>, viewer: Viewer) -> String;
    /// Every position of the game, each as this seat may see it.
    fn history(&self, seat: Seat, is_over: bool) -> History;
    /// An analysis after `n` actions of a game that is over, with full knowledge.
    fn analyst(&self, n: usize, limits: Limits) -> Option<Analyst>;
}

/// A new game.
pub(crate) fn start(game: VariantId) -> Box<dyn Referee> {
    manifold_rules::with_game!(game, |P, variant| Box::new(Board::<P>::new(variant)))
}

/// A game that begins at a position.
pub(crate) fn start_at(game: VariantId, text: &str) -> Result<Box<dyn Referee>, Problem> {
    manifold_rules::with_game!(game, |P, variant| {
        let start = <P as Position>::from_text(variant, text).map_err(|error| {
            Problem::new(Code::Unreadable, sentence(&error.to_string())).of("position")
        })?;
        Ok(Box::new(Board::<P>(Game::from_position(start))))
    })
}

struct Board<P: Rules>(Game<P>);

impl<P: Served> Board<P> {
    fn new(variant: P::Variant) -> Board<P> {
        Board(Game::new(variant))
    }

    fn check(&self, action: P::Action) -> Result<P::Action, Problem> {
        let position = self.0.position();
        position
            .check(action)
            .map(|()| action)
            .map_err(|refusal| Problem::new(Code::Illegal, sentence(&refusal.to_string())))
    }

    fn raw(view: &P::View) -> Box<RawValue> {
        // A view is plain data: it can always be written.
        serde_json::value::to_raw_value(view).unwrap_or_else(|_| RawValue::NULL.to_owned())
    }
}

impl<P: Served> Referee for Board<P> {
    fn actor(&self) -> Color {
        self.0.position().actor()
    }

    fn ply(&self) -> u32 {
        self.0.position().ply()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn judge(&self, seat: Seat, text: &str) -> Result<Judged, Problem> {
        if let Some(outcome) = self.0.outcome() {
            return Err(Problem::new(
                Code::Over,
                format!("The game is over: {outcome}."),
            ));
        }
        if text.len() > LONGEST {
            return Err(Problem::new(
                Code::Unreadable,
                format!("An action has at most {LONGEST} letters."),
            )
            .of("action"));
        }
        let position = self.0.position();
        let machine = text.parse::<P::Action>();
        let actor = position.actor();
        let may_act = |color: Color| seat.holds(color);
        let action = match machine {
            Ok(action) if !may_act(position.player_of(action)) => {
                return Err(not_your_turn(actor));
            }
            Ok(action) => self.check(action)?,
            // What is read as people write it is read from the actor's side. Nobody else may ask.
            Err(_) if !may_act(actor) => return Err(not_your_turn(actor)),
            Err(_) => position.read(text).map_err(|error| {
                let code = match error.problem {
                    manifold_rules::notation::Problem::Illegal(_) => Code::Illegal,
                    _ => Code::Unreadable,
                };
                Problem::new(code, sentence(&error.to_string())).of("action")
            })?,
        };
        let by = position.player_of(action);
        if !may_act(by) {
            return Err(not_your_turn(actor));
        }
        Ok(Judged {
            by,
            is_departure: position.departure(action, "").is_some(),
            action: Hidden::new(action.to_string()),
        })
    }

    fn play(
        &mut self,
        action: &Hidden,
        game: &str,
        salt: Option<[u8; 16]>,
    ) -> Result<Played, Problem> {
        let broken = || {
            Problem::new(
                Code::Internal,
                "An action that was judged cannot be played.",
            )
        };
        let action: P::Action = action.reveal().parse().map_err(|_| broken())?;
        let position = self.0.position();
        position.check(action).map_err(|_| broken())?;
        let note = |viewer| -> Arc<str> { position.notation(action, viewer).into() };
        let all = note(Viewer::Referee);
        let same = |viewer| {
            if P::is_public(action) {
                return Arc::clone(&all);
            }
            let seen = note(viewer);
            if seen == all { Arc::clone(&all) } else { seen }
        };
        let commitment = match (position.departure(action, game), salt) {
            (Some(departure), Some(salt)) => Commitment::new(&departure, &salt).ok(),
            _ => None,
        };
        let public = position.public(action);
        let mut played = Played {
            by: position.player_of(action),
            number: position.ply() / 2 + 1,
            ply: position.ply(),
            turn: position.turn(),
            notations: [
                same(Viewer::Player(Color::White)),
                same(Viewer::Player(Color::Black)),
                same(Viewer::Spectator),
                Arc::clone(&all),
            ],
            public: public.to_string().into(),
            lit: P::highlights(public),
            commitment,
            ply_after: 0,
        };
        self.0.play(action).map_err(|_| broken())?;
        played.ply_after = self.0.position().ply();
        Ok(played)
    }

    fn truncate(&mut self, keep: usize) {
        let mut shorter = Game::from_position(self.0.start().clone());
        for action in self.0.actions().iter().take(keep) {
            if shorter.play(*action).is_err() {
                break;
            }
        }
        self.0 = shorter;
    }

    fn end(&mut self, ending: Ending) {
        match ending {
            Ending::Resigned(color) => self.0.resign(color),
            Ending::Agreed => self.0.agree_draw(),
            Ending::Flagged(color) => self.0.flag(color),
            Ending::Adjudicated(winner) => self.0.adjudicate(winner),
        }
    }

    fn view(&self, viewer: Viewer) -> Box<RawValue> {
        Self::raw(&self.0.position().view(viewer))
    }

    fn options(&self, color: Color) -> Option<Options> {
        if self.0.outcome().is_some() {
            return None;
        }
        self.0.position().options(color)
    }

    fn thinker(&self, color: Color, level: Level, limits: Limits, seed: u64) -> Thinker {
        let seat = EngineSeat::of(&self.0, color);
        Box::new(move || {
            let order = Order {
                level,
                limits,
                seed,
                ..Order::default()
            };
            think(&seat, &order).map(|thought| Hidden::new(thought.action.to_string()))
        })
    }

    fn pgn(&self, tags: Tags, notes: Vec<RowNote>, viewer: Viewer) -> String {
        let notes = notes
            .into_iter()
            .map(|note| Note {
                clock: note.clock,
                commitment: note.commitment,
                salt: note.salt.map(|salt| Salt::new(salt.reveal())),
                text: String::new(),
            })
            .collect();
        let record = Record {
            tags,
            game: self.0.clone(),
            notes,
        };
        record.to_pgn(viewer)
    }

    fn history(&self, seat: Seat, is_over: bool) -> History {
        let game = self.0.clone();
        Box::new(move || {
            let mut position = game.start().clone();
            let mut plies = Vec::with_capacity(game.actions().len() + 1);
            let reader = seat.viewer(game.position().actor(), is_over);
            let ply = |n: usize, position: &P, before: Option<(String, String, Vec<Square>)>| {
                let view = position.view(seat.viewer(position.actor(), is_over));
                let (notation, action, last) = match before {
                    Some((notation, action, last)) => (Some(notation), Some(action), last),
                    None => (None, None, Vec::new()),
                };
                Ply {
                    n,
                    notation,
                    action,
                    actor: position.actor().into(),
                    last,
                    text: view.to_string(),
                    view: Self::raw(&view),
                }
            };
            plies.push(ply(0, &position, None));
            for (i, action) in game.actions().iter().enumerate() {
                let notation = position.notation(*action, reader);
                let public = position.public(*action);
                let name = if is_over {
                    action.to_string()
                } else {
                    public.to_string()
                };
                let lit = P::highlights(public);
                position.play_unchecked(*action);
                plies.push(ply(i + 1, &position, Some((notation, name, lit))));
            }
            plies
        })
    }

    fn analyst(&self, n: usize, limits: Limits) -> Option<Analyst> {
        if n > self.0.actions().len() {
            return None;
        }
        let mut game = self.0.clone();
        if game.outcome().is_none() {
            // It ended away from the board: what matters here is that it is over.
            game.adjudicate(None);
        }
        let game = Finished::of(&game)?;
        let at = game.after(n);
        if at.outcome().is_some() {
            return None;
        }
        let position = at.position().clone();
        Some(Box::new(move || {
            let order = Order {
                limits,
                ..Order::default()
            };
            let thought = study(&game, n, &order, &mut |_| {})?;
            let viewer = Viewer::Player(position.actor());
            let mut at = position.clone();
            let mut line = Vec::new();
            for action in &thought.line {
                if at.check(*action).is_err() {
                    break;
                }
                line.push(at.notation(*action, viewer));
                at.play_unchecked(*action);
            }
            let best = AnalysisLine {
                action: thought.action.to_string(),
                notation: position.notation(thought.action, viewer),
                score: score(thought.score),
                line,
            };
            Some(Analysis {
                lines: vec![best],
                depth: thought.depth,
                nodes: thought.nodes,
            })
        }))
    }
}

fn score(score: i32) -> Score {
    if !manifold_engine::is_mate(score) {
        return Score::Cp(score);
    }
    let plies = manifold_engine::MATE - score.abs();
    Score::Mate(plies * score.signum())
}

fn not_your_turn(actor: Color) -> Problem {
    let name = actor.fold_wb("White", "Black");
    Problem::new(Code::NotYourTurn, format!("{name} must act now."))
}

/// Checks a departure against what was published. The action is one of the log.
pub(crate) fn verify(game: VariantId, log: &[VerifiedRow<'_>], id: &str) -> Vec<Verified> {
    let VariantId::Hyperspace(variant) = game else {
        return Vec::new();
    };
    let mut line = vec![Hyperspace::start(variant)];
    let mut found = Vec::new();
    for row in log {
        match row {
            VerifiedRow::TakenBack { keep } => line.truncate(keep + 1),
            VerifiedRow::Action {
                n,
                action,
                commitment,
                salt,
                taken_back,
            } => {
                let (Some(position), Ok(action)) = (line.last(), action.reveal().parse()) else {
                    break;
                };
                if let Some(departure) = position.departure(action, id) {
                    found.push(verified(*n, &departure, *commitment, *salt, *taken_back));
                }
                let mut after = position.clone();
                if after.play(action).is_err() {
                    break;
                }
                line.push(after);
            }
        }
    }
    found
}

/// What verification looks at, in the order of the log.
pub(crate) enum VerifiedRow<'a> {
    Action {
        n: u64,
        action: &'a Hidden,
        commitment: Option<Commitment>,
        salt: Option<[u8; 16]>,
        taken_back: bool,
    },
    TakenBack {
        keep: usize,
    },
}

fn verified(
    n: u64,
    departure: &Departure<'_>,
    commitment: Option<Commitment>,
    salt: Option<[u8; 16]>,
    taken_back: bool,
) -> Verified {
    let digits = salt.map(|salt| hex(&salt)).unwrap_or_default();
    let square = departure
        .square
        .seen_by(Viewer::Referee, departure.color)
        .map(|square| square.to_string())
        .unwrap_or_default();
    Verified {
        n,
        turn: departure.turn,
        color: departure.color.into(),
        role: departure.role.into(),
        from: Square::of(departure.from),
        text: format!(
            "manifold hyperspace commitment 1\nsalt {digits}\n{} {} {}\nturn {}\nreturn {square}\ngame {}",
            color_name(departure.color),
            role_name(departure.role),
            departure.from,
            departure.turn,
            departure.game,
        ),
        square: Square::of(square),
        commitment: commitment.map(|c| c.to_string()).unwrap_or_default(),
        holds: commitment
            .zip(salt)
            .is_some_and(|(commitment, salt)| commitment.verify(departure, &salt)),
        salt: digits,
        taken_back,
    }
}

/// Hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
