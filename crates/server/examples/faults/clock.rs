//! A game with a clock, for tests that set the machine's clock.

use std::time::{Duration, Instant};

use rand::prelude::*;
use rand::rngs::StdRng;
use serde_json::{Value, json};

use crate::http::Http;
use crate::ledger::Ledger;
use crate::players::Player;
use crate::server::{Error, Process};

/// Largest offset of the machine's clock, in seconds.
const FAR: i64 = 40 * 86_400;
/// Tolerance of a clock against the time measured from outside, in milliseconds.
const SLACK: u64 = 20;

/// Maximum time given back after a kill, in milliseconds: that since the last heartbeat, which is a second, and more on a slow disk.
const GIVEN_BACK: u64 = 10_000;

/// A game of one player at one board, with White's clock running.
pub(crate) struct ClockGame {
    id: String,
    cookie: String,
}

impl ClockGame {
    pub(crate) async fn begin(ledger: &Ledger) -> Result<ClockGame, Error> {
        let mut player = Player::arrive(ledger).await;
        let wish = json!({
            "variant": "chess", "opponent": {"kind": "same-board"},
            "clock": {"kind": "custom", "seconds": 86_400},
        });
        let id = player.make(ledger, "clock", &wish).await;
        for (number, action) in ["e2e4", "e7e5"].into_iter().enumerate() {
            let name = format!("clock {number}");
            let message = json!({"t": "act", "id": name, "n": number, "action": action});
            ledger.ask(&name, &id, Some(action));
            player.ask_plainly(ledger, &id, &name, &message).await;
        }
        let cookie = player.cookie().to_owned();
        Ok(ClockGame { id, cookie })
    }

    /// White's remaining time, in milliseconds.
    async fn left(&self, ledger: &Ledger) -> Result<u64, Error> {
        let mut http = Http::connect(ledger.address).await?;
        let cookie = [("Cookie", self.cookie.as_str())];
        let answer = http
            .ask("GET", &format!("/api/v1/games/{}", self.id), &cookie, "")
            .await?;
        let state: Value = serde_json::from_slice(&answer.body)?;
        let left = state["clock"]["white_ms"].as_u64();
        left.ok_or_else(|| format!("no clock: {state}").into())
    }

    /// Sets the machine's clock while no server runs. White's clock must count exactly the time that has passed: none while the
    /// server was down, and all of it since.
    pub(crate) async fn set(
        &self,
        process: &mut Process,
        ledger: &Ledger,
        chance: &mut StdRng,
    ) -> Result<(), Error> {
        let began = Instant::now();
        let before = self.left(ledger).await?;
        let kill = chance.random_bool(0.5);
        match kill {
            true => process.kill()?,
            false => process.ask_to_stop().await?,
        }
        process.clock = chance.random_range(-FAR..=FAR);
        process.start_again().await?;
        let asked = Instant::now();
        let again = self.left(ledger).await?;
        let heard = Instant::now();
        let most = began.elapsed().as_millis() as u64 + SLACK;
        let least_left = before.saturating_sub(most);
        let most_left = before + if kill { GIVEN_BACK } else { SLACK };
        if !(least_left..=most_left).contains(&again) {
            let how = if kill { "a kill" } else { "a stop" };
            ledger.wrong(format!(
                "White's clock went from {before} to {again} ms by {how} of {most} ms"
            ));
        }
        tokio::time::sleep(Duration::from_millis(150)).await;
        let least = heard.elapsed().as_millis() as u64;
        let after = self.left(ledger).await?;
        let most = asked.elapsed().as_millis() as u64;
        let counted = again.saturating_sub(after) + SLACK;
        if !(least..=most + 2 * SLACK).contains(&counted) {
            ledger.wrong(format!(
                "White's clock went from {again} to {after} ms in {least} to {most} ms"
            ));
        }
        Ok(())
    }
}
