//! The result of a match as text and as JSON.

use std::fmt::Write as _;

use manifold_arena::statistics::{Estimate, Sprt, Verdict};
use manifold_arena::{Contest, SearchLimit, Tally};
use manifold_rules::variant::VariantId;
use serde_json::json;

use crate::counted::counted;
use crate::elo::elo;

/// The result so far, for the progress bar.
pub(super) fn in_short(tally: &Tally, plan: &Contest) -> String {
    let pairs = &tally.pairs;
    let mut text = format!("+{} ={} -{}", pairs.wins(), pairs.draws(), pairs.losses());
    if let Some(estimate) = Estimate::of(pairs) {
        let _ = write!(text, "  Elo {}", elo(estimate.elo));
    }
    if let Some(sprt) = &plan.sprt {
        let _ = write!(text, "  LLR {:.2}", sprt.log_likelihood_ratio(pairs));
    }
    text
}

/// The whole result, in a few lines.
pub(super) fn text(game: VariantId, names: &[String; 2], plan: &Contest, tally: &Tally) -> String {
    let pairs = &tally.pairs;
    let [first, second] = names;
    let games = 2 * pairs.total();
    let mut text = format!(
        "{game}: {first} against {second}, {games} games, {}, openings of {} plies, seed {}\n",
        limit(plan),
        plan.opening_plies,
        plan.seed
    );
    if plan.settings.bounds.max_delay == 0 && matches!(game, VariantId::Hyperspace(_)) {
        text.push_str("  no phase-outs: plain chess\n");
    }
    let Some(estimate) = Estimate::of(pairs) else {
        text.push_str("  nothing was played to its end\n");
        return text;
    };
    let percent = |share: f64| format!("{:.1}%", 100.0 * share);
    let [low, high] = estimate.score_interval;
    let _ = writeln!(
        text,
        "  {first}: {} won, {} drawn, {} lost: {} of the points, 95% between {} and {}",
        pairs.wins(),
        pairs.draws(),
        pairs.losses(),
        percent(estimate.score),
        percent(low),
        percent(high)
    );
    let [low, high] = estimate.elo_interval;
    let normalized = estimate
        .normalized_elo
        .map_or_else(|| "unknown".to_owned(), elo);
    let stronger = estimate.superiority.map_or_else(String::new, |share| {
        format!("; stronger with probability {}", percent(share))
    });
    let _ = writeln!(
        text,
        "  Elo {}, 95% between {} and {}; normalised Elo {normalized}{stronger}",
        elo(estimate.elo),
        elo(low),
        elo(high),
    );
    let [lost, less, even, more, won] = pairs.counts();
    let _ = writeln!(
        text,
        "  pairs with 0, ½, 1, 1½ and 2 points: {lost}, {less}, {even}, {more}, {won}"
    );
    let [white, drawn, black] = tally.colors;
    let endings: Vec<String> = tally
        .endings
        .iter()
        .map(|(kind, n)| format!("{kind} {n}"))
        .collect();
    let _ = writeln!(
        text,
        "  White won {white}, drawn {drawn}, Black won {black}; {} plies a game; ended by {}",
        tally.plies / games.max(1),
        endings.join(", ")
    );
    if !matches!(plan.settings.limit, SearchLimit::Nodes(_)) {
        let spent: Vec<String> = names
            .iter()
            .zip(&tally.thinking)
            .map(|(name, thinking)| {
                format!(
                    "{name} {} ms an action, at most {} ms",
                    thinking.total.as_millis() / u128::from(thinking.actions.max(1)),
                    thinking.longest.as_millis()
                )
            })
            .collect();
        let _ = writeln!(text, "  time: {}", spent.join("; "));
    }
    for forfeit in tally.forfeits.iter().take(MOST_FORFEITS) {
        let _ = writeln!(text, "  forfeited: {forfeit}");
    }
    if let Some(more) = tally.forfeits.len().checked_sub(MOST_FORFEITS + 1) {
        let _ = writeln!(text, "  forfeited: {} more games", more + 1);
    }
    if let Some(sprt) = &plan.sprt {
        let [elo0, elo1] = sprt.hypotheses();
        let [low, high] = Sprt::bounds();
        let found = match tally.verdict {
            Some(Verdict::H1) => format!("H1 accepted: at least {elo1} stronger"),
            Some(Verdict::H0) => format!("H0 accepted: not more than {elo0} stronger"),
            None => "undecided".to_owned(),
        };
        let _ = writeln!(
            text,
            "  test of {elo0} against {elo1}: LLR {:.2} between {low:.2} and {high:.2}, {found}",
            sprt.log_likelihood_ratio(pairs)
        );
    }
    text
}

/// The most forfeits that are listed one by one.
const MOST_FORFEITS: usize = 8;

/// The result as one line of JSON.
pub(super) fn json(game: VariantId, names: &[String; 2], plan: &Contest, tally: &Tally) -> String {
    let pairs = &tally.pairs;
    let estimate = Estimate::of(pairs);
    // JSON has no infinity: a perfect score has no Elo.
    let finite = |value: f64| value.is_finite().then_some(value);
    let value = json!({
        "game": game.id(),
        "max_delay": plan.settings.bounds.max_delay,
        "players": names,
        "limit": limit(plan),
        "opening_plies": plan.opening_plies,
        "seed": plan.seed,
        "games": 2 * pairs.total(),
        "won": pairs.wins(),
        "drawn": pairs.draws(),
        "lost": pairs.losses(),
        "pairs": pairs.counts(),
        "score": estimate.map(|e| e.score),
        "score_interval": estimate.map(|e| e.score_interval),
        "elo": estimate.and_then(|e| finite(e.elo)),
        "elo_interval": estimate.map(|e| e.elo_interval.map(finite)),
        "normalized_elo": estimate.and_then(|e| e.normalized_elo),
        "superiority": estimate.and_then(|e| e.superiority),
        "plies": tally.plies,
        "endings": tally.endings,
        "milliseconds": tally.thinking.map(|t| t.total.as_millis() as u64),
        "longest_milliseconds": tally.thinking.map(|t| t.longest.as_millis() as u64),
        "actions": tally.thinking.map(|t| t.actions),
        "forfeits": tally.forfeits,
        "log_likelihood_ratio": plan.sprt.map(|sprt| sprt.log_likelihood_ratio(pairs)),
        "verdict": tally.verdict.map(|verdict| match verdict {
            Verdict::H0 => "H0",
            Verdict::H1 => "H1",
        }),
    });
    format!("{value}\n")
}

fn limit(plan: &Contest) -> String {
    match plan.settings.limit {
        SearchLimit::Nodes(nodes) => format!("{} an action", counted(nodes, "node")),
        SearchLimit::MoveTime(time) => format!("{} ms an action", time.as_millis()),
        SearchLimit::Own => "as much as the levels allow themselves".to_owned(),
        SearchLimit::Clock(control) => {
            let turns = control
                .turns
                .map_or_else(String::new, |turns| format!("{turns}/"));
            format!(
                "{turns}{}+{} s",
                control.base.as_secs_f64(),
                control.increment.as_secs_f64()
            )
        }
    }
}
